// Runs as a process of its own (import-tools.ts): reads the tools of an OpenAPI document that anybody may have written.
import { text } from 'node:stream/consumers'
import type { Imported } from './import/imported-tool.ts'
import { fromOpenApi } from './import/openapi.ts'
import { parse } from 'yaml'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

/** A document names a thing at most so often by an alias; each may stand for all before it. */
const ALIASES_MAX = 100
/** YAML takes long to read; JSON does not. */
const YAML_MAX = 1_000_000

const refused = (note: MessageDescriptor): Imported => ({ tools: [], notes: [note] })

function read(document: string): Imported {
  if (/^\s*[[{]/.test(document)) {
    try {
      return fromOpenApi(JSON.parse(document))
    } catch {
      // Flow-style YAML begins likewise.
    }
  }
  if (document.length > YAML_MAX) return refused(msg('openapi_yaml_too_large'))
  try {
    const options = { maxAliasCount: ALIASES_MAX, logLevel: 'silent', uniqueKeys: false, stringKeys: true } as const
    return fromOpenApi(parse(document, options))
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : []
    return refused(msg('openapi_unparsable', { message: reason.slice(0, 200) }))
  }
}

process.stdout.write(JSON.stringify(read(await text(process.stdin))))
