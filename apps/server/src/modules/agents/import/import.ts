// Creates an agent from a file: our own export, Typebot's or Flowise's. Throws only INVALID_INPUT.
import { AppError } from '@parlance/contract/lib/errors'
import { cut } from '@parlance/contract/lib/text'
import { AgentConfig, type ImportReport } from '@parlance/contract/agents/schemas'
import { type newAgentConfig, withStarter } from '@parlance/engine/agents/draft'
import { endlessNodes } from '@parlance/engine/graph/problems'
import { fieldLabel, issueMessage } from '@parlance/contract/lib/rules'
import { msg } from '@parlance/i18n/messages'
import { isFlowiseDashboard, readFlowise } from './flowise.ts'
import { createNotes, importError, type Notes } from './report.ts'
import { hasList, isParlance, readParlance } from './parlance.ts'
import { type Json, plainJson } from './json-document.ts'
import { readTypebot } from './typebot.ts'

export type ImportFormat = ImportReport['format']
export interface Imported {
  readonly config: AgentConfig
  readonly report: ImportReport
}

type Start = Parameters<typeof newAgentConfig>[0]
const READERS: Readonly<Record<ImportFormat, (file: Json, notes: Notes) => Start>> = {
  parlance: readParlance,
  typebot: readTypebot,
  flowise: readFlowise,
}

const UNTITLED = 'Imported agent'

/**
 * A new agent's configuration and notes on what is lost. Without `format` the content decides. Throws INVALID_INPUT.
 */
export function importAgent(file: unknown, options: { format?: ImportFormat; title?: string } = {}): Imported {
  try {
    const plain = plainJson(file)
    const format = options.format ?? formatOf(plain)
    const notes = createNotes()
    const start = READERS[format](plain, notes)
    const title = cut((options.title ?? start.title).trim(), 200) || UNTITLED
    const config = complete({ ...start, title, nodes: linked(start, notes) })
    return {
      config,
      report: {
        format,
        nodes: config.nodes.length,
        tools: config.tools.length,
        variables: config.variables.length,
        notes: notes.all(),
      },
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    // Any error of an importer means that the file is unreadable.
    throw importError(msg('import_unreadable'))
  }
}

function formatOf(file: Json): ImportFormat {
  if (isParlance(file)) return 'parlance'
  if (hasList(file, 'groups')) return 'typebot'
  if (hasList(file, 'nodes') || isFlowiseDashboard(file)) return 'flowise'
  throw importError(msg('import_format_unknown'))
}

/** The nodes without edges that lead nowhere. */
function linked({ nodes = [] }: Start, notes: Notes): AgentConfig['nodes'] {
  const ids = new Set(nodes.map(({ id }) => id))
  const kept = nodes.map((node) => {
    const kept = node.childrenNodes.filter(({ nodeId }) => ids.has(nodeId))
    if (kept.length < node.childrenNodes.length) notes.lost(node.name || node.id, msg('import_edge_to_nowhere'))
    return { ...node, childrenNodes: kept }
  })
  const endless = endlessNodes(kept)
  const circle = kept.find(({ id }) => endless.has(id))
  if (circle) notes.info(circle.name || circle.id, msg('import_endless_circle'))
  return kept
}

function complete(start: Start): AgentConfig {
  const parsed = AgentConfig.safeParse(start)
  if (parsed.success) return AgentConfig.parse(withStarter(parsed.data))
  const [issue] = parsed.error.issues
  throw importError(
    msg('import_agent_invalid_field', {
      field: fieldLabel(issue?.path ?? []),
      reason: issue ? issueMessage(issue) : '',
    }),
  )
}
