// A list that renders everything while short, and loads virtualization once long.
import { lazy, Suspense, type ReactElement } from 'react'
import type { VirtualRows } from './virtual-rows.tsx'
import { FEW } from './row-limits.ts'

type Rows = typeof VirtualRows
const Virtual = lazy(() =>
  import('./virtual-rows.tsx').then((module) => ({ default: module.VirtualRows })),
) as unknown as Rows

/** Same props as `VirtualRows`. */
export const LongRows: Rows = (props) => {
  if (props.items.length <= FEW) return <Whole {...props} />
  return (
    <Suspense fallback={<Whole {...props} />}>
      <Virtual {...props} />
    </Suspense>
  )
}

function Whole<T>({ items, className, style, label, children }: Parameters<typeof VirtualRows<T>>[0]): ReactElement {
  return (
    <ul className={className} aria-label={label} style={style}>
      {items.map((item) => children(item, {}))}
    </ul>
  )
}
