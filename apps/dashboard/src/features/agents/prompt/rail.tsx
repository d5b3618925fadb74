// All nodes in reading order as links; the search filters rail and page.
import { NativeSelect, ScrollArea, UnstyledButton } from '@mantine/core'
import type { AgentNode } from '@parlance/contract/agents/nodes'
import { useTranslation } from 'react-i18next'
import { KIND_ICONS } from './kinds.ts'
import classes from './prompt.module.css'
import { useGraphEditor } from './graph-editor.tsx'

interface Props {
  nodes: readonly AgentNode[]
  current: string
  onJump: (id: string) => void
}

export function Rail({ nodes, current, onJump }: Props) {
  const { t } = useTranslation()
  const { nameOf, problems } = useGraphEditor()
  const wrong = new Map(problems.map(({ nodeId, level }) => [nodeId, level]))
  return (
    <nav className={classes.rail} aria-label={t('studio.rail')}>
      <NativeSelect
        className={classes.railSelect}
        aria-label={t('studio.jump')}
        value={current}
        onChange={(event) => onJump(event.currentTarget.value)}
        data={[{ value: '', label: t('studio.jump') }, ...nodes.map(({ id }) => ({ value: id, label: nameOf(id) }))]}
      />
      <div className={classes.railList}>
        <ScrollArea.Autosize mah="calc(100dvh - 220px)" type="auto">
          <ul>
            {nodes.map((node) => {
              const KindIcon = KIND_ICONS[node.type]
              return (
                <li key={node.id}>
                  <UnstyledButton
                    className={classes.railEntry}
                    aria-current={node.id === current || undefined}
                    title={nameOf(node.id)}
                    onClick={() => onJump(node.id)}
                  >
                    <KindIcon size={16} stroke={1.5} aria-hidden />
                    <span className="truncate">{nameOf(node.id)}</span>
                    {wrong.has(node.id) && (
                      <i data-level={wrong.get(node.id)}>
                        <span className="visually-hidden">{t('studio.problems.title')}</span>
                      </i>
                    )}
                  </UnstyledButton>
                </li>
              )
            })}
          </ul>
        </ScrollArea.Autosize>
      </div>
    </nav>
  )
}
