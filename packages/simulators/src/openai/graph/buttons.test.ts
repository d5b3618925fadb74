// Without a key, every button of a template must lead somewhere, in every language.
import { LANGUAGES } from '@parlance/contract/accounts/languages'
import { TEMPLATE_IDS } from '@parlance/contract/agents/schemas'
import { templateConfig } from '@parlance/engine/templates/template-config'
import { expect, test } from 'vitest'
import { chooseNode } from './choose-node.ts'

const presses = LANGUAGES.flatMap((language) =>
  TEMPLATE_IDS.flatMap((id) => {
    const nodes = templateConfig(id, language).nodes ?? []
    return nodes.flatMap((node) =>
      node.items.flatMap((item) =>
        item.type === 'choice' ? item.buttons.map(({ name }) => ({ language, id, nodes, node, name })) : [],
      ),
    )
  }),
)

test.each(presses)('leads on from $language $id: «$name»', ({ language, nodes, node, name }) => {
  const nameOf = (id: string) => nodes.find((other) => other.id === id)?.name ?? ''
  const children = node.childrenNodes.map(({ nodeId, condition }) => ({
    id: nodeId,
    kind: 'child',
    name: nameOf(nodeId),
    condition,
  }))
  const globals = nodes
    .filter(({ isGlobal, id }) => isGlobal && id !== node.id)
    .map((other) => ({ id: other.id, kind: 'global', name: other.name, condition: other.globalCondition }))
  const { id } = chooseNode(
    {
      today: '2026-01-31',
      isCollecting: node.type === 'collect',
      asking: [],
      candidates: [...children, ...globals],
      mayStay: false,
      variables: [],
      before: '',
      message: name,
    },
    {},
  )
  const led = children.filter(({ condition }) => condition.includes(`“${name}”`)).map(({ id: to }) => to)
  expect(language === 'en' ? children.map(({ id: to }) => to) : led).toContain(id)
})
