// The menu of the library, of which a page carries only the button: the rest is fetched when somebody comes near it.
import type { Menu as LibraryMenu, MenuProps } from '@mantine/core'
import {
  Children,
  cloneElement,
  createElement,
  isValidElement,
  useEffect,
  useId,
  useState,
  type ComponentType,
  type HTMLAttributes,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { mergeProps } from './merge-props.ts'
import { retryingImport } from '../../lib/retrying-import.ts'
import { whenIdle } from '../../lib/when-idle.ts'

type Parts = typeof import('./menu-dropdown.tsx')
let parts: Parts | undefined
let coming: Promise<Parts> | undefined

function load(): Promise<Parts> {
  coming ??= retryingImport(() => import('./menu-dropdown.tsx')).then((module) => (parts = module))
  return coming
}

type Props = Pick<MenuProps, 'position' | 'width' | 'withinPortal'> & {
  /** A `Menu.Target`, and a `Menu.Dropdown` or what draws one. */
  children: ReactNode
}

function MenuRoot({ children, ...props }: Props) {
  const id = useId()
  const [opened, setOpened] = useState(false)
  /** From the first opening on: nothing but the button is drawn before. */
  const [Opened, setParts] = useState<Parts['MenuOpened']>()
  /** Its button, known once somebody presses it: a list of hundreds is not drawn twice to learn of each. */
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => (parts ? undefined : whenIdle(load)), [])
  const toggle = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    setTarget(currentTarget)
    setOpened(!opened)
    if (parts) setParts(() => parts?.MenuOpened)
    else void load().then(({ MenuOpened }) => setParts(() => MenuOpened))
  }
  const all = Children.toArray(children)
  const button = all.find((child): child is ReactElement<TargetProps> => isValidElement(child) && child.type === Target)
  const roles = {
    id,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': opened,
    ...(opened && Opened && { 'aria-controls': `${id}-dropdown` }),
    'data-expanded': opened || undefined,
  }
  return (
    <>
      {button && (
        <Button {...roles} onClick={toggle}>
          {button.props.children}
        </Button>
      )}
      {Opened && (
        <Opened {...props} id={id} target={target} opened={opened} onChange={setOpened}>
          {all.filter((child) => child !== button)}
        </Opened>
      )}
    </>
  )
}

interface ButtonProps extends HTMLAttributes<HTMLElement> {
  children: ReactElement
}

function Button({ children, ...roles }: ButtonProps) {
  const near = { onPointerEnter: () => void load(), onFocus: () => void load() }
  return cloneElement(children, mergeProps(roles, children.props as HTMLAttributes<HTMLElement>, near))
}

interface TargetProps {
  /** One element that takes a ref and the handlers of a button. */
  children: ReactElement
}

/** Marks what opens the menu. */
const Target = ({ children }: TargetProps) => children

/** A part of the library's menu, which is there wherever it is drawn: within an opened one. */
const part = <Name extends 'Dropdown' | 'Item' | 'Label' | 'Divider'>(name: Name) => {
  const Part = (props: object) => (parts ? createElement(parts.Menu[name] as ComponentType, props) : null)
  return Part as unknown as (typeof LibraryMenu)[Name]
}

export const Menu = Object.assign(MenuRoot, {
  Target,
  Dropdown: part('Dropdown'),
  Item: part('Item'),
  Label: part('Label'),
  Divider: part('Divider'),
})
