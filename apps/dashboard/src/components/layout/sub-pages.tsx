// A page with sub-pages selected by `?tab=`.
import { Tabs } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import type { HelpSlug } from '../../lib/paths.ts'
import { RowSkeletons } from '../feedback/skeletons.tsx'
import { Page } from './page.tsx'
import { mayLeaveForms } from '../../lib/unsaved-guard.tsx'
import { useScrollRow } from '../lists/scroll-row.ts'

export interface SubPage<K extends string> {
  key: K
  label: string
  content: ComponentType
}

interface Props<K extends string> {
  title: string
  pages: readonly SubPage<K>[]
  /** As in the address; unknown values show the first. */
  wanted: string
  onChange: (key: string | undefined) => void
  help?: HelpSlug
}

/** Renders a lazy part as a sub-page's content. */
export const inSubPage =
  (Content: ComponentType): ComponentType =>
  () => (
    <Suspense fallback={<RowSkeletons />}>
      <Content />
    </Suspense>
  )
/** Lazy content of a sub-page. */
export const lazySubPage = (load: () => Promise<{ default: ComponentType }>): ComponentType => inSubPage(lazy(load))

export function SubPages<K extends string>({ title, pages, wanted, onChange, help }: Props<K>) {
  const shown = pages.find((page) => page.key === wanted) ?? pages[0]
  const row = useScrollRow<HTMLDivElement>(shown?.key ?? '')
  if (!shown) return null
  const show = async (next: string | null) => {
    if (next !== shown.key && (await mayLeaveForms())) onChange(next ?? undefined)
  }
  return (
    <Page title={title} narrow {...(help && { help })}>
      <Tabs value={shown.key} onChange={(next) => void show(next)} keepMounted={false}>
        <Tabs.List ref={row} mb="lg" className="scroll-row">
          {pages.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {pages.map(({ key, content: Content }) => (
          <Tabs.Panel key={key} value={key}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
