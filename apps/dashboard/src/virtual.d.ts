declare module 'virtual:contract' {
  /** `METHOD /path`, or a whole route under `~route`, or calls by name. */
  export type LeanRoutes = string | { readonly [name: string]: LeanRoutes }
  const routes: LeanRoutes
  export default routes
}
