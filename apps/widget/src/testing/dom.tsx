// Renders with the current test renderer and types as a browser does.
import * as React from 'react'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

type Act = (work: () => unknown) => Promise<void>

/** Flushes the renders that `work` causes; Preact exports its own `act`. */
export const act: Act = 'act' in React ? (React.act as Act) : ((await import('preact/test-utils')).act as Act)

const roots = new Map<HTMLElement, Root>()

export function mount(node: ReactNode, into: HTMLElement): Promise<void> {
  const root = roots.get(into) ?? createRoot(into, { onCaughtError: () => undefined })
  roots.set(into, root)
  return act(() => root.render(node))
}

export async function unmount(from: HTMLElement): Promise<void> {
  await act(() => roots.get(from)?.unmount())
  roots.delete(from)
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Enters a value as a visitor would, bypassing the renderer's own `value` property. */
export function enter(control: Control, value: string): void {
  const own = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}

export function leave(control: Element): void {
  control.dispatchEvent(new FocusEvent('blur'))
  control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
