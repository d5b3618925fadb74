// Nodes on the clipboard as JSON, to paste into another agent or from an editor.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

const FORMAT = 'parlance-nodes'

export const nodesToText = (nodes: readonly AgentNode[]): string =>
  JSON.stringify({ format: FORMAT, version: 1, nodes }, undefined, 2)

/** Parses nodes, or explains why there are none. The schema is loaded on first paste. */
export async function nodesFromText(text: string): Promise<{ nodes: AgentNode[] } | { fault: MessageDescriptor }> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return { fault: msg('text_not_json') }
  }
  const { format, nodes } = (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>
  if (format !== FORMAT) return { fault: msg('text_not_format', { format: FORMAT }) }
  const [{ AgentNode }, { issueMessage }] = await Promise.all([
    import('@parlance/contract/agents/nodes'),
    import('@parlance/contract/lib/rules'),
  ])
  const checked = AgentNode.array().min(1).max(500).safeParse(nodes)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const name = ['nodes', ...(issue?.path ?? [])].join('.')
    return { fault: msg('named', { name, reason: issue ? issueMessage(issue) : '' }) }
  }
  const ids = new Set(checked.data.map(({ id }) => id))
  return ids.size === checked.data.length ? { nodes: checked.data } : { fault: msg('node_id_duplicate') }
}
