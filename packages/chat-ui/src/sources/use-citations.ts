import { useMemo, useRef } from 'react'
import type { Citations } from './link-citations.ts'

interface Options extends Pick<Citations, 'sources' | 'text' | 'label'> {
  readonly done: boolean
}

/** An answer's cited sources, and how its numbers open them in the list at `listRef`. Keep `label` stable. */
export function useCitations({ sources, text, label, done }: Options) {
  const listRef = useRef<HTMLDetailsElement>(null)
  const citations = useMemo((): Citations | undefined => {
    if (sources.length === 0 || !done || text === '') return undefined
    const open = (n: number) => {
      const item = listRef.current?.querySelector(`[data-n="${n}"] details`)
      for (const box of [listRef.current, item]) box?.setAttribute('open', '')
      item?.querySelector('summary')?.focus()
    }
    return { sources, text, label, open }
  }, [sources, text, done, label])
  return { citations, listRef }
}
