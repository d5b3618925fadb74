// Tools and MCP servers are also named by the steps that use them.
import type { AgentNode } from '@parlance/contract/agents/nodes'
import type { AgentConfig } from '@parlance/contract/agents/schemas'
import type { Tool } from '@parlance/contract/tools/schemas'

type Nodes = AgentConfig['nodes']
type WithTools = Pick<AgentConfig, 'tools' | 'nodes'>
type WithServers = Pick<AgentConfig, 'mcpServers' | 'nodes'>

/** Removes a tool from the agent and from its steps. */
export const withoutTool = ({ tools, nodes }: WithTools, id: string): Partial<WithTools> => ({
  tools: tools.filter((tool) => tool.id !== id),
  ...changedNodes(nodes, (node) => {
    if (!node.toolsIds.includes(id) && node.toolCall?.toolId !== id) return node
    const { toolCall, ...rest } = { ...node, toolsIds: node.toolsIds.filter((other) => other !== id) }
    return toolCall && toolCall.toolId !== id ? { ...rest, toolCall } : rest
  }),
})

/** Returns a removed tool to its places before the removal; keeps what was changed since. */
export const withToolAgain = ({ tools, nodes }: WithTools, tool: Tool, before: WithTools): Partial<WithTools> => ({
  tools: tools.toSpliced(before.tools.indexOf(tool), 0, tool),
  ...changedNodes(nodes, (node) => {
    const old = before.nodes.find(({ id }) => id === node.id)
    if (!old) return node
    const at = old.toolsIds.indexOf(tool.id)
    const listed = at >= 0 && !node.toolsIds.includes(tool.id)
    const called = old.toolCall?.toolId === tool.id && !node.toolCall
    if (!listed && !called) return node
    return {
      ...node,
      ...(listed && { toolsIds: node.toolsIds.toSpliced(at, 0, tool.id) }),
      ...(called && { toolCall: old.toolCall }),
    }
  }),
})

/** Removes an MCP server from the agent and from its steps. */
export const withoutServer = ({ mcpServers, nodes }: WithServers, id: string): Partial<WithServers> => ({
  mcpServers: mcpServers.filter((server) => server.id !== id),
  ...changedNodes(nodes, (node) =>
    node.mcpServers.includes(id) ? { ...node, mcpServers: node.mcpServers.filter((other) => other !== id) } : node,
  ),
})

/** Empty when no step changes, so that the draft keeps its steps. */
function changedNodes(nodes: Nodes, change: (node: AgentNode) => AgentNode): { nodes?: Nodes } {
  const next = nodes.map((node) => change(node))
  return next.some((node, index) => node !== nodes[index]) ? { nodes: next } : {}
}
