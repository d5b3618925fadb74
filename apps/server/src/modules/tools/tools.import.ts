// Tools from other descriptions: text to plain data here, plain data to tools in core.
import { AppError } from '@parlance/core/kit/errors'
import { fromCurl } from '@parlance/core/tools/curl'
import type { Imported } from '@parlance/core/tools/imported'
import { fromOpenApi } from '@parlance/core/tools/openapi'
import { parse } from 'yaml'

export type ImportFormat = 'openapi' | 'curl'
export type { Imported } from '@parlance/core/tools/imported'

/** A document names a thing at most so often by an alias; each may stand for all before it. */
const ALIASES_MAX = 100
/** YAML takes long to read; JSON does not. */
const YAML_MAX = 1_000_000

/** INVALID_INPUT with a sentence when the text can't be read or holds no tool. */
export function importTools({ format, text }: { readonly format: ImportFormat; readonly text: string }): Imported {
  const imported = format === 'curl' ? fromCurl(text) : fromOpenApi(readDocument(text))
  if (imported.tools.length === 0)
    throw new AppError('INVALID_INPUT', imported.notes[0] ?? 'No operation was found in this text.')
  return imported
}

function readDocument(text: string): unknown {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch (error) {
      // Flow-style YAML begins likewise, but nobody writes a large one.
      if (text.length > 100_000) throw unreadable('JSON', error)
    }
  }
  if (text.length > YAML_MAX)
    throw new AppError('INVALID_INPUT', 'A YAML document may have 1 MB. Convert it to JSON, which may have more.')
  try {
    return parse(text, {
      maxAliasCount: ALIASES_MAX,
      logLevel: 'silent',
      uniqueKeys: false,
      stringKeys: true,
    }) as unknown
  } catch (error) {
    throw unreadable('YAML or JSON', error)
  }
}

function unreadable(format: string, cause: unknown): AppError {
  const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : []
  return new AppError('INVALID_INPUT', `This is not valid ${format}: ${reason.slice(0, 200)}`, { cause })
}
