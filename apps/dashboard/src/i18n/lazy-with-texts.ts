import { lazy, type ComponentType } from 'react'
import { loadNamespaces } from './i18n.ts'
import { PAGE_NAMESPACES } from './page-namespaces.ts'

/** A part of a page that is fetched when it opens, with texts that its page does not have; `name` is its entry in `PAGE_NAMESPACES`. */
export const lazyWithTexts = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  name: keyof typeof PAGE_NAMESPACES,
) =>
  lazy(async () => {
    const [module] = await Promise.all([load(), loadNamespaces(PAGE_NAMESPACES[name])])
    return module
  })
