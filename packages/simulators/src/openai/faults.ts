/** Faults that tests can inject, and the speed of answers. */

type Kind =
  /** Answers with this status and an error body; 429 has `retry-after` (seconds, default 1). */
  | { kind: 'status'; status: number; retryAfter?: number }
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Breaks the connection after so many tokens (0: before the headers). */
  | { kind: 'cut'; afterTokens?: number }
  /** Ends the response normally after so many tokens, without final chunk, usage or `[DONE]`. */
  | { kind: 'truncate'; afterTokens?: number }
  /**
   * json: a line that is not JSON · html: a page with status 200 · splitUtf8: characters split between writes (still a
   * valid stream) · badUtf8: bytes that are not UTF-8 · longLine: one line of 10 MB.
   */
  | { kind: 'garbage'; form: 'json' | 'html' | 'splitUtf8' | 'badUtf8' | 'longLine' }
  /** Continues until the client leaves. */
  | { kind: 'endless' }
  /** Thinks with so many tokens first; they count towards the limit of the answer. */
  | { kind: 'thinks'; tokens: number }
  /** A valid answer with these token counts, sent as written, so that `-3`, `1e400` and `NaN` are possible. */
  | { kind: 'usage'; prompt: string; completion: string }
  /**
   * The model calls tools badly, if any are offered · garbage: arguments that are not JSON · unknown: a tool that does
   * not exist · endless: again and again (default 1,000 times).
   */
  | { kind: 'calls'; form: 'garbage' | 'unknown' | 'endless' }
  /**
   * The model decides badly, if a decision is asked for · prose: text · unknown: a node that does not exist ·
   * wrongType: JSON of another shape · broken: half an answer · empty: nothing.
   */
  | { kind: 'router'; form: 'prose' | 'unknown' | 'wrongType' | 'broken' | 'empty' }

/** A fault, for how many requests (default 1), and for those with which text. */
export type Fault = Kind & { times?: number; match?: { text: string } }

/** In milliseconds. */
export type Pace = { firstTokenMs: number; perTokenMs: number }
