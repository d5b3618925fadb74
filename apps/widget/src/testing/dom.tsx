// Draws with whichever renderer the tests run with, and types as a browser does.
import * as React from 'react'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

type Act = (work: () => unknown) => Promise<void>

/** Draws what `work` leads to before it resolves; Preact keeps its own apart from what it shares with React. */
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

/** As typed or chosen by a visitor: past what a renderer lays over the property `value` of this one element. */
export function enter(control: Control, value: string): void {
  const own = Object.getPrototypeOf(control) as object
  Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(control, value)
  control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}

/** The focus leaves the control. */
export function leave(control: Element): void {
  control.dispatchEvent(new FocusEvent('blur'))
  control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
}
