// Canvas gestures: draw and move edges, drop steps, copy and paste.
import type { Place } from '@parlance/engine/graph/layout'
import { useReactFlow, type Connection, type Edge, type OnConnectEnd } from '@xyflow/react'
import { useState, type ClipboardEvent, type DragEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { useGraphEditor } from '../prompt/graph-editor.tsx'
import { useStableCallback } from '../../../lib/use-stable.ts'
import { edgeOf, type StepEdge } from './flow.ts'
import { DRAGGED_KIND, isKind, KindMenu } from './kind-list.tsx'
import type { CanvasActions } from './use-actions.ts'
import { isTyping } from './use-keys.ts'

export function useClipboard(actions: CanvasActions, count: number, readOnly: boolean) {
  const { t } = useTranslation()
  const copy = (event: ClipboardEvent): boolean => {
    if (isTyping(event.target) || count === 0) return false
    event.preventDefault()
    event.clipboardData.setData('text/plain', actions.copied())
    notify.success(t('studio.canvas.copied', { count }))
    return true
  }
  return {
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut: (event: ClipboardEvent) => {
      if (!readOnly && copy(event)) actions.remove()
    },
    onPaste: (event: ClipboardEvent) => {
      if (readOnly || isTyping(event.target)) return
      event.preventDefault()
      void actions.paste(event.clipboardData.getData('text/plain'))
    },
  }
}

/** Draws, moves and drops edges. */
export function useConnecting(
  openMenu: (from: string, screen: Place) => void,
  { connect, canConnect }: Pick<CanvasActions, 'connect' | 'canConnect'>,
) {
  const editor = useGraphEditor()
  const onConnectEnd: OnConnectEnd = (event, state) => {
    if (state.toNode || !state.fromNode || state.fromHandle?.type !== 'source') return
    const { clientX: x, clientY: y } =
      'changedTouches' in event ? (event.changedTouches[0] ?? { clientX: 0, clientY: 0 }) : event
    openMenu(state.fromNode.id, { x, y })
  }
  return {
    isValidConnection: useStableCallback(({ source, target }: Connection | Edge) => canConnect(source, target)),
    onConnect: useStableCallback(({ source, target }: Connection) => connect(source, target)),
    onReconnect: useStableCallback((edge: StepEdge, { source, target }: Connection) => {
      editor.act({ type: 'reconnect', ...edgeOf(edge.id), to: target, newFrom: source })
    }),
    onConnectEnd: useStableCallback(onConnectEnd),
  }
}

/** Handles a kind dropped from the palette, and the menu where an edge ended on empty space. */
export function useDropped(actions: CanvasActions, canvas: RefObject<HTMLDivElement | null>) {
  const { t } = useTranslation()
  const { nameOf } = useGraphEditor()
  const { screenToFlowPosition } = useReactFlow()
  const [open, setOpen] = useState<{ from?: string; screen: Place; inside: Place }>()
  const box = () => canvas.current?.getBoundingClientRect() ?? new DOMRect()
  const target = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED_KIND)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDrop: (event: DragEvent) => {
      const kind = event.dataTransfer.getData(DRAGGED_KIND)
      if (!isKind(kind)) return
      event.preventDefault()
      actions.add(kind, screenToFlowPosition({ x: event.clientX, y: event.clientY }))
    },
  }
  const menu = open && (
    <KindMenu
      title={open.from ? t('studio.canvas.connectTo', { name: nameOf(open.from) }) : t('studio.canvas.palette')}
      x={open.inside.x}
      y={open.inside.y}
      notes={!open.from}
      onClose={() => setOpen(undefined)}
      onPick={(kind) => {
        setOpen(undefined)
        actions.add(kind, screenToFlowPosition(open.screen), open.from)
      }}
    />
  )
  const openAt = (screen: Place, from?: string) => {
    const { left, top } = box()
    setOpen({ screen, inside: { x: screen.x - left, y: screen.y - top }, ...(from ? { from } : {}) })
  }
  return {
    target,
    menu,
    open: (from: string, screen: Place) => openAt(screen, from),
    openInMiddle: () => {
      const { left, top, width, height } = box()
      openAt({ x: left + width / 2, y: top + height / 3 })
    },
  }
}
