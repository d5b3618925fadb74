// A widget to be measured.
export interface Candidate {
  readonly name: string
  /** Files that its host page serves under `/rival/`; none for widgets that come from a server of their own. */
  readonly folder?: string
  /** HTML put before the end of the page's body. */
  readonly embed: string
  readonly press?: string
  readonly field: string
}

export interface Measured {
  /** Gzipped bytes of scripts, styles and frames until it is open. */
  readonly bytes: number
  /** Of these, before anything is pressed. */
  readonly bytesBefore: number
  /** Milliseconds of script until the launcher stands and the page is quiet. */
  readonly scriptMs: number
  /** Bytes of JavaScript heap after opening, less those of the page without it. */
  readonly heap: number
  /** Sum of layout shifts. */
  readonly shift: number
  /** Requests besides the page's own tags before the load event. */
  readonly early: number
}
