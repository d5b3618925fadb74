import { emptyNode } from '@parlance/engine/graph/graph-edit'
import { expect, test } from 'vitest'
import { blankTool } from '../../../components/tool-editor/tool-form.ts'
import { blankServer } from './mcp-form.ts'
import { withoutServer, withoutTool, withToolAgain } from './remove-tools.ts'

const [orders, stock] = [blankTool('orders'), blankTool('stock')]
const start = { ...emptyNode('start', 'start'), toolsIds: ['stock', 'orders'] }
const call = { ...emptyNode('call', 'tool'), toolCall: { toolId: 'orders', arguments: { number: '{order}' } } }
const other = { ...emptyNode('other', 'tool'), toolCall: { toolId: 'stock', arguments: {} } }
const config = { tools: [orders, stock], nodes: [start, call, other] }

test('removes a tool from every step that offers or calls it', () => {
  const { tools, nodes = [] } = withoutTool(config, 'orders')
  expect(tools).toEqual([stock])
  expect(nodes[0]?.toolsIds).toEqual(['stock'])
  expect(nodes[1]).not.toHaveProperty('toolCall')
  expect(nodes[2]).toBe(other)
})

test('leaves steps alone that don’t use the tool', () => {
  expect(withoutTool({ ...config, nodes: [other] }, 'orders')).toEqual({ tools: [stock] })
})

test('returns a removed tool to its steps and keeps later changes', () => {
  expect(withToolAgain({ ...config, ...withoutTool(config, 'orders') }, orders, config)).toEqual(config)
  const changed = [
    { ...start, toolsIds: [] },
    { ...call, toolCall: other.toolCall },
  ]
  expect(withToolAgain({ tools: [], nodes: changed }, orders, config)).toEqual({
    tools: [orders],
    nodes: [{ ...start, toolsIds: ['orders'] }, changed[1]],
  })
})

test('removes an MCP server from every step', () => {
  const node = { ...start, mcpServers: ['shop', 'crm'] }
  const mcpServers = [blankServer('shop'), blankServer('crm')]
  expect(withoutServer({ mcpServers, nodes: [node, call] }, 'shop')).toEqual({
    mcpServers: [blankServer('crm')],
    nodes: [{ ...node, mcpServers: ['crm'] }, call],
  })
})
