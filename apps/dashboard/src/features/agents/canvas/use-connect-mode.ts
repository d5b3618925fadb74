// Connects steps by keyboard: C on a step, then Enter on the next one; a click on it does the same.
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { useStableCallback } from '../../../lib/use-stable.ts'
import { useGraphEditor } from '../prompt/graph-editor.tsx'
import { canContinue } from '../prompt/kinds.ts'
import type { Selection } from './flow.ts'
import type { CanvasActions } from './use-actions.ts'
import { actedOn, focusedStep } from './use-keys.ts'

export function useConnectMode({ connect, canConnect }: CanvasActions, selection: Selection) {
  const { t } = useTranslation()
  const { nodes, nameOf } = useGraphEditor()
  const [from, setFrom] = useState<string>()
  const [done, setDone] = useState('')
  const link = (source: string, target: string) => {
    setFrom(undefined)
    if (!canConnect(source, target)) {
      notify.info(t('studio.canvas.cantConnect'))
      return
    }
    connect(source, target)
    setDone(t('studio.canvas.connected', { name: nameOf(target) }))
  }
  /** Connects two selected steps, otherwise waits for the second one. */
  const begin = (focused?: string) => {
    const [first, second, ...more] = actedOn(focused, selection).nodes
    if (!first || more.length > 0) return
    if (second) return link(first, second)
    const source = nodes.find(({ id }) => id === first)
    if (source && canContinue(source.type)) setFrom(first)
    else notify.info(t('studio.canvas.cantConnect'))
  }
  const finish = useStableCallback((target: string) => {
    if (from !== undefined) link(from, target)
  })
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const target = focusedStep(event.target)
    if (from === undefined || (event.key !== 'Escape' && !(event.key === 'Enter' && target))) return
    // Neither opens the step nor leaves it.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter' && target) link(from, target)
    else setFrom(undefined)
  }
  return {
    begin,
    finish,
    onKeyDownCapture,
    hint: from === undefined ? undefined : t('studio.canvas.connecting', { name: nameOf(from) }),
    done,
  }
}
