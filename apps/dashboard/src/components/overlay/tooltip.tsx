// Words about a control for whoever points at it or comes to it by the keyboard. Own, because every page has one and a
// library for boxes that float weighs more than all of the first page.
import { useMergedRef } from '@mantine/hooks'
import {
  cloneElement,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { createPortal } from 'react-dom'
import { mergeProps } from './merge-props.ts'
import { placeTooltip, type TooltipSide } from './tooltip-place.ts'
import classes from './tooltip.module.css'

/** Milliseconds that the pointer rests on something before it is explained. */
const REST_MS = 300

interface Props extends Omit<HTMLAttributes<HTMLElement>, 'children'> {
  label: ReactNode
  /** `left` and `right` are those of a page that reads from left to right. */
  position?: TooltipSide
  disabled?: boolean
  /** Pixels after which the words go on below. */
  maw?: number
  ref?: Ref<HTMLElement>
  /** One element that takes a ref and the handlers of HTML elements. */
  children: ReactElement
}

/** Everything else that it is given goes to the element it explains, so that it may stand between a menu and its button. */
export function Tooltip({ label, position = 'top', disabled, maw, ref, children, ...passed }: Props) {
  const id = useId()
  const { target, hide, handlers } = useTarget()
  const child = children.props as HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }
  const merged = useMergedRef(child.ref, ref)
  const open = target !== null && !disabled
  // What is its name already is not read twice.
  const description = open && label !== child['aria-label'] ? { 'aria-describedby': id } : {}
  return (
    <>
      {cloneElement(children, { ...mergeProps(passed, child, handlers, description), ref: merged } as object)}
      {open && (
        <Tip id={id} target={target} position={position} maw={maw} onGone={hide}>
          {label}
        </Tip>
      )}
    </>
  )
}

/** What is explained now. Known from the event alone, so that a list of hundreds is not drawn twice to learn of each. */
function useTarget() {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const timer = useRef<number | undefined>(undefined)
  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setTarget(null)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const handlers = {
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType === 'touch') return
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setTarget(currentTarget), REST_MS)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: ({ target: focused, currentTarget }: FocusEvent<HTMLElement>) => {
      if (focused.matches(':focus-visible')) setTarget(currentTarget)
    },
    onBlur: hide,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' || event.key === 'Enter' || event.key === ' ') hide()
    },
  }
  return { target, hide, handlers }
}

interface TipProps {
  id: string
  target: HTMLElement
  position: TooltipSide
  maw: number | undefined
  onGone: () => void
  children: ReactNode
}

const MIRRORED: Partial<Record<TooltipSide, TooltipSide>> = { left: 'right', right: 'left' }

function Tip({ id, target, position, maw, onGone, children }: TipProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tip = box.current
    if (!tip) return
    // What it explained may be gone without the pointer having left it.
    if (!target.isConnected) return onGone()
    // Above dialogs too, whatever they are made of.
    if ('showPopover' in tip && !tip.matches(':popover-open')) tip.showPopover()
    const mirrored = getComputedStyle(target).direction === 'rtl' && MIRRORED[position]
    const { left, top } = placeTooltip(
      target.getBoundingClientRect(),
      tip.getBoundingClientRect(),
      mirrored || position,
      { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
    )
    tip.style.left = `${left}px`
    tip.style.top = `${top}px`
  })
  useEffect(() => {
    window.addEventListener('scroll', onGone, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', onGone, { capture: true })
  }, [onGone])
  return createPortal(
    <div ref={box} id={id} role="tooltip" popover="manual" className={classes.tip} style={{ maxWidth: maw }}>
      {children}
    </div>,
    document.body,
  )
}
