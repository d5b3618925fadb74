const step = (id: string, label: string, inputs: object, x = 0, y = 0, more: object = {}) => ({
  id,
  type: 'agentFlow',
  position: { x, y },
  data: { id, label, name: id.replace(/_\d+$/, ''), category: 'Agent Flows', inputs },
  ...more,
})
const way = (source: string, target: string, output: string | number = source.replace(/_\d+$/, '')) => ({
  id: `${source}-${target}`,
  source,
  sourceHandle: `${source}-output-${output}`,
  target,
  targetHandle: target,
})

const AGENTFLOW = {
  nodes: [
    step('startAgentflow_0', 'Start', {
      startInputType: 'chatInput',
      startState: [{ key: 'tier', value: 'basic' }],
    }),
    step(
      'conditionAgentAgentflow_0',
      'Route',
      {
        conditionAgentModel: 'chatOpenAI',
        conditionAgentModelConfig: { modelName: 'gpt-4o-mini', temperature: 0.1 },
        conditionAgentInstructions: '<p>Find out what <span class="variable">{{ question }}</span> is about</p>',
        conditionAgentScenarios: [{ scenario: 'About an invoice' }, { scenario: 'About a delivery' }],
      },
      200,
      0,
    ),
    step(
      'agentAgentflow_0',
      'Invoices',
      {
        agentModel: 'chatAnthropic',
        agentModelConfig: { modelName: 'claude-x', temperature: '0.4', maxTokens: '900' },
        agentMessages: [
          { role: 'system', content: '<p>You explain invoices.</p><ul><li>Be brief &amp; kind</li></ul>' },
          { role: 'user', content: 'Tier: {{ $flow.state.tier }}' },
        ],
        agentTools: [
          {
            agentSelectedTool: 'requestsGet',
            agentSelectedToolConfig: {
              requestsGetUrl: '<p>https://api.shop.example/invoices/:id</p>',
              requestsGetName: 'find_invoice',
              requestsGetDescription: 'Finds an invoice',
              requestsGetHeaders: '{"X-Shop": "main"}',
              requestsGetQueryParamsSchema: JSON.stringify({
                id: { type: 'string', in: 'path', required: true, description: 'Its number' },
                year: { type: 'integer', description: 'Its year' },
              }),
            },
          },
          { agentSelectedTool: 'gmail', agentSelectedToolConfig: {} },
        ],
        agentKnowledgeDocumentStores: [{ documentStore: 'store-1:Price list' }],
        agentUpdateState: [{ key: 'tier', value: 'gold' }],
      },
      400,
      -100,
    ),
    step(
      'llmAgentflow_0',
      'Deliveries',
      {
        llmModel: 'chatOllama',
        llmModelConfig: { modelName: 'llama' },
        llmMessages: '[{"role":"system","content":"You track parcels."}]',
        llmStructuredOutput: [{ key: 'eta', type: 'string' }],
      },
      400,
      100,
    ),
    step(
      'conditionAgentflow_0',
      'Gold?',
      {
        conditions: [
          { type: 'string', value1: '<p>{{ $flow.state.tier }}</p>', operation: 'equal', value2: 'gold' },
          { type: 'string', value1: '{{ llmAgentflow_0 }}', operation: 'regex', value2: 'late' },
        ],
      },
      600,
      100,
    ),
    step(
      'httpAgentflow_0',
      'Notify',
      {
        method: 'POST',
        url: 'https://hooks.shop.example/{{ $flow.state.tier }}',
        headers: [{ key: 'X-Token', value: 't' }],
        queryParams: '',
        bodyType: 'json',
        body: '{"tier":"{{ $flow.state.tier }}","count":1}',
      },
      800,
      0,
    ),
    step(
      'humanInputAgentflow_0',
      'Sure?',
      {
        humanInputDescriptionType: 'fixed',
        humanInputDescription: 'Shall I send it?',
      },
      800,
      200,
    ),
    step('directReplyAgentflow_0', 'Reply', { directReplyMessage: '<p>It is sent.</p>' }, 1000, 0),
    step('loopAgentflow_0', 'Again', { loopBackToNode: 'llmAgentflow_0-Deliveries', maxLoopCount: 5 }, 1000, 200),
    step('customFunctionAgentflow_0', 'Compute', { customFunctionJavascriptFunction: 'return 1' }, 1000, 100),
    step('stickyNoteAgentflow_0', 'Sticky Note', { note: 'Ask Jo about prices' }, 0, 400),
  ],
  edges: [
    way('startAgentflow_0', 'conditionAgentAgentflow_0'),
    way('conditionAgentAgentflow_0', 'agentAgentflow_0', 0),
    way('conditionAgentAgentflow_0', 'llmAgentflow_0', 1),
    way('llmAgentflow_0', 'conditionAgentflow_0'),
    way('conditionAgentflow_0', 'httpAgentflow_0', 0),
    way('conditionAgentflow_0', 'humanInputAgentflow_0', 1),
    way('conditionAgentflow_0', 'directReplyAgentflow_0', 2),
    way('httpAgentflow_0', 'directReplyAgentflow_0'),
    way('humanInputAgentflow_0', 'customFunctionAgentflow_0', 'proceed'),
    way('humanInputAgentflow_0', 'loopAgentflow_0', 'reject'),
    way('customFunctionAgentflow_0', 'directReplyAgentflow_0'),
  ],
}
export const agentflowFile = () => structuredClone(AGENTFLOW)

const part = (id: string, category: string, label: string, inputs: object = {}) => ({
  id,
  type: 'customNode',
  position: { x: 0, y: 0 },
  data: { id, label, name: id.replace(/_\d+$/, ''), category, inputs },
})
const plug = (source: string, target: string) => ({
  source,
  target,
  sourceHandle: `${source}-output-x`,
  targetHandle: target,
})

const CHATFLOW = {
  nodes: [
    part('toolAgent_0', 'Agents', 'Tool Agent', {
      systemMessage: 'You are the desk of a library. Answer {input} with {context}.',
      model: '{{chatOpenAI_0.data.instance}}',
    }),
    part('chatOpenAI_0', 'Chat Models', 'ChatOpenAI', { modelName: 'gpt-4o', temperature: '0.9', maxTokens: '' }),
    part('bufferMemory_0', 'Memory', 'Buffer Memory'),
    part('requestsPost_0', 'Tools', 'Requests Post', {
      requestsPostUrl: 'https://api.library.example/loans',
      requestsPostName: 'lend book!',
      requestsPostDescription: 'Lends a book',
      requestsPostBodySchema: '{"isbn":{"type":"string","required":true}}',
    }),
    part('serpAPI_0', 'Tools', 'Serp API'),
    part('retrieverTool_0', 'Tools', 'Retriever Tool', { name: 'books', description: 'Books' }),
    part('faiss_0', 'Vector Stores', 'Faiss'),
    part('pdfFile_0', 'Document Loaders', 'Pdf File'),
    part('llmChain_0', 'Chains', 'LLM Chain', { chainName: 'Rewriter' }),
    part('promptTemplate_0', 'Prompts', 'Prompt Template', {
      template: 'Rewrite {question} in {style}.',
      promptValues: '{"style":"plain words"}',
    }),
    part('stickyNote_0', 'Utilities', 'Sticky Note', { note: 'Old' }),
  ],
  edges: [
    plug('chatOpenAI_0', 'toolAgent_0'),
    plug('bufferMemory_0', 'toolAgent_0'),
    plug('requestsPost_0', 'toolAgent_0'),
    plug('serpAPI_0', 'toolAgent_0'),
    plug('retrieverTool_0', 'toolAgent_0'),
    plug('faiss_0', 'retrieverTool_0'),
    plug('pdfFile_0', 'faiss_0'),
    plug('promptTemplate_0', 'llmChain_0'),
    plug('llmChain_0', 'toolAgent_0'),
  ],
}
export const chatflowFile = () => structuredClone(CHATFLOW)
