export interface Candidate {
  readonly name: string
  /** Files served under `/rival/`; absent for widgets with their own server. */
  readonly folder?: string
  /** HTML inserted at the end of the page's body. */
  readonly embed: string
  readonly press?: string
  readonly field: string
}

export interface Measured {
  /** Gzipped bytes of scripts, styles and frames until open. */
  readonly bytes: number
  /** Of these, before any press. */
  readonly bytesBefore: number
  /** Script milliseconds until the launcher is shown and the page is idle. */
  readonly scriptMs: number
  /** JavaScript heap after opening, minus the page's own, in bytes. */
  readonly heap: number
  /** Sum of layout shifts. */
  readonly shift: number
  /** Requests besides the page's own tags before the load event. */
  readonly early: number
}
