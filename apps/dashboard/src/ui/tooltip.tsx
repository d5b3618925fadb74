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
  const { shown, hide, handlers } = useShown()
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const child = children.props as HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }
  const merged = useMergedRef(setTarget, child.ref, ref)
  const open = shown && !disabled && target !== null
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

function useShown() {
  const [shown, setShown] = useState(false)
  const timer = useRef<number | undefined>(undefined)
  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setShown(false)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'touch') return
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => setShown(true), REST_MS)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) setShown(true)
    },
    onBlur: hide,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' || event.key === 'Enter' || event.key === ' ') hide()
    },
  }
  return { shown, hide, handlers }
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
