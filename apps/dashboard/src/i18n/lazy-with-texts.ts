import { lazy, type ComponentType } from 'react'
import { loadNamespaces } from './i18n.ts'
import { PAGE_NAMESPACES } from './page-namespaces.ts'

/**
 * A lazy part of a page with its own texts. `name` is its entry in `PAGE_NAMESPACES`, and the name of its export if the
 * module has no default export.
 */
export const lazyWithTexts = <Name extends keyof typeof PAGE_NAMESPACES, Props extends object>(
  load: () => Promise<
    { default: ComponentType<Props> } | (Readonly<Record<Name, ComponentType<Props>>> & { default?: never })
  >,
  name: Name,
) =>
  lazy(async () => {
    const [module] = await Promise.all([load(), loadNamespaces(PAGE_NAMESPACES[name])])
    return { default: module.default ?? (module as Readonly<Record<Name, ComponentType<Props>>>)[name] }
  })
