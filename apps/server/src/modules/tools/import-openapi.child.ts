// Child process of import-tools.ts: parses an untrusted OpenAPI document.
import { text } from 'node:stream/consumers'
import type { ImportResult } from './import/collector.ts'
import { importOpenApi } from './import/openapi.ts'
import { parse } from 'yaml'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

/** Maximum number of YAML aliases, which can expand exponentially. */
const ALIASES_MAX = 100
/** YAML takes long to read; JSON does not. */
const YAML_MAX = 1_000_000

const refused = (note: MessageDescriptor): ImportResult => ({ tools: [], notes: [note] })

function read(document: string): ImportResult {
  if (/^\s*[[{]/.test(document)) {
    try {
      return importOpenApi(JSON.parse(document))
    } catch {
      // Flow-style YAML begins likewise.
    }
  }
  if (document.length > YAML_MAX) return refused(msg('openapi_yaml_too_large'))
  try {
    const options = { maxAliasCount: ALIASES_MAX, logLevel: 'silent', uniqueKeys: false, stringKeys: true } as const
    return importOpenApi(parse(document, options))
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : []
    return refused(msg('openapi_unparsable', { message: reason.slice(0, 200) }))
  }
}

process.stdout.write(JSON.stringify(read(await text(process.stdin))))
