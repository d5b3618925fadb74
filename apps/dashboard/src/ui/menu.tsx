// The menu of the library, of which a page carries only the button: the rest is fetched when somebody comes near it.
import type { Menu as LibraryMenu, MenuProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
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
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react'
import { mergeProps } from './merge-props.ts'
import { patientImport } from './patient-import.ts'
import { whenIdle } from './when-idle.ts'

type Parts = typeof import('./menu-opened.tsx')
let parts: Parts | undefined
let coming: Promise<Parts> | undefined

function load(): Promise<Parts> {
  coming ??= patientImport(() => import('./menu-opened.tsx')).then((module) => (parts = module))
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
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => whenIdle(load), [])
  const toggle = () => {
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
        <Button {...roles} at={setTarget} onClick={toggle}>
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
  at: Ref<HTMLElement>
  children: ReactElement
}

function Button({ at, children, ...roles }: ButtonProps) {
  const child = children.props as HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }
  const ref = useMergedRef(at, child.ref)
  const near = { onPointerEnter: () => void load(), onFocus: () => void load() }
  return cloneElement(children, { ...mergeProps(roles, child, near), ref } as object)
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
