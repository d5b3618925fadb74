// Reads files and pages as Markdown in separate processes: a hostile document ends its process, never the server.
import type { Parsed, ParsedPage, Parser } from '../../modules/knowledge/parsing.ports.ts'
import { ParserProcess, type ProcessLimits } from './parser-process.ts'

export interface Ingest extends Parser {
  readonly close: () => Promise<void>
  /** Process ids of the running processes, for measurements. */
  readonly pids: () => { readonly files: number | undefined; readonly pages: number | undefined }
}

export interface IngestOptions {
  readonly files?: Partial<ProcessLimits>
  readonly pages?: Partial<ProcessLimits>
}

const MB = 1_000_000
const BOTH = { idleMs: 20_000, niceness: 10 }
const FILES: ProcessLimits = { ...BOTH, timeMs: 120_000, maxRss: 900 * MB, documents: 100, keptRss: 300 * MB }
const PAGES: ProcessLimits = { ...BOTH, timeMs: 20_000, maxRss: 600 * MB, documents: 5000, keptRss: 250 * MB }

export function createIngest(options: IngestOptions = {}): Ingest {
  const files = new ParserProcess({ ...FILES, ...options.files })
  const pages = new ParserProcess({ ...PAGES, ...options.pages })
  return {
    parse: ({ signal, ...input }) => files.run({ task: 'file', ...input }, signal) as Promise<Parsed>,
    parsePage: ({ signal, ...input }) => pages.run({ task: 'page', ...input }, signal) as Promise<ParsedPage>,
    close: async () => void (await Promise.all([files.close(), pages.close()])),
    pids: () => ({ files: files.pid, pages: pages.pid }),
  }
}
