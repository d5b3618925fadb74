// The declared variables: type, description, default and uses.
import { Button, Text, Title } from '@mantine/core'
import type { Variable } from '@parlance/contract/agents/variables'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../../components/overlay/confirm.tsx'
import { SearchInput } from '../../../components/inputs/search-input.tsx'
import { useDraft } from '../draft/draft.tsx'
import { freshName, newVariable, MAX_VARIABLES, matches, nameProblem } from './rules.ts'
import { type Collected, collectedVariables, NO_USES, variableUses, type Uses } from './uses.ts'
import { VariableRow } from './variable-row.tsx'
import classes from './variables.module.css'
import { Editing } from '../../../components/feedback/read-only.tsx'

/** Shows a search from this many on. */
const SEARCHED_FROM = 8
/** Rendering a hundred rows at once is slow. */
const SHOWN = 20

export function VariableList() {
  const { t } = useTranslation()
  const { config, edit } = useDraft()
  const { variables } = config
  const uses = useMemo(() => variableUses(config), [config])
  const collected = useMemo(() => collectedVariables(config), [config])
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  const [added, setAdded] = useState(-1)
  const [removals, setRemovals] = useState(0)
  const add = useRef<HTMLButtonElement>(null)
  const remove = useRemove(() => {
    setRemovals(removals + 1)
    setAdded(-1)
    add.current?.focus()
  })
  const full = variables.length >= MAX_VARIABLES
  const found = variables.map((variable, at) => ({ variable, at })).filter(({ variable }) => matches(variable, search))
  const shown = all ? found : found.slice(0, SHOWN)
  const names = variables.map(({ name }) => name)
  return (
    <div className={classes.list}>
      {variables.length + collected.length === 0 && <Quiet>{t('agents.variables.none')}</Quiet>}
      {(variables.length >= SEARCHED_FROM || search) && (
        <SearchInput value={search} onChange={setSearch} label={t('agents.variables.search')} />
      )}
      <ul className={classes.rows} aria-label={t('agents.variables.title')}>
        {shown.map(({ variable, at }) => (
          // The name is edited, so the index is the key; a removal shifts indexes.
          <li key={`${removals}:${at}`}>
            <VariableRow
              variable={variable}
              uses={uses.get(variable.name) ?? NO_USES}
              focused={at === added}
              check={(name) => nameProblem(name, names.toSpliced(at, 1))}
              onChange={(next) => edit({ variables: variables.with(at, next) })}
              onRemove={() => void remove(variable, at, uses.get(variable.name) ?? NO_USES)}
            />
          </li>
        ))}
      </ul>
      {search && shown.length === 0 && <Text size="sm">{t('agents.variables.nothing', { search })}</Text>}
      <More left={found.length - shown.length} full={full} onMore={() => setAll(true)} />
      <Add
        ref={add}
        disabled={full}
        onClick={() => {
          setSearch('')
          setAll(true)
          setAdded(variables.length)
          edit({ variables: [...variables, newVariable(freshName(names))] })
        }}
      />
      {collected.length > 0 && <CollectedBySteps variables={collected} />}
    </div>
  )
}

/** Edited in their steps. */
function CollectedBySteps({ variables }: { variables: readonly Collected[] }) {
  const { t } = useTranslation()
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('agents.variables.collected')}
      </Title>
      <ul className={classes.rows} aria-label={t('agents.variables.collected')}>
        {variables.map(({ name, type, steps }) => (
          <li key={name} className={classes.collected}>
            <code>{`{${name}}`}</code>
            <span>{t(`studio.types.${type}`)}</span>
            <span dir="auto">{steps.map((step) => step || t('agents.prompt.unnamed')).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Add(props: { ref: Ref<HTMLButtonElement>; disabled: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Editing>
      <Button
        {...props}
        size="xs"
        variant="default"
        className={classes.add}
        leftSection={<IconPlus size={16} stroke={1.5} />}
      >
        {t('agents.variables.add')}
      </Button>
    </Editing>
  )
}

function Quiet({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}

/** Below the rows: a button for more, or why no more can be added. */
function More({ left, full, onMore }: { left: number; full: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      {left > 0 && (
        <Button size="xs" variant="subtle" className={classes.add} onClick={onMore}>
          {t('agents.variables.more', { count: left })}
        </Button>
      )}
      {full && <Quiet>{t('agents.variables.full', { max: MAX_VARIABLES })}</Quiet>}
    </>
  )
}

/** Asks before removing a used one; moves the focus to what is left. */
function useRemove(onRemoved: () => void) {
  const { t } = useTranslation()
  const { edit, getState } = useDraft()
  return async ({ name }: Variable, at: number, uses: Uses) => {
    const count = uses.steps + uses.places.length
    const words = { name: `{${name}}`, count }
    const sure =
      count === 0 ||
      (await confirm({
        title: t('agents.variables.removeTitle', { name }),
        body: t('agents.variables.removeBody', words),
        confirm: t('agents.variables.removeConfirm'),
      }))
    const { variables } = getState().config
    // The list may have changed during the question.
    if (!sure || variables[at]?.name !== name) return
    edit({ variables: variables.toSpliced(at, 1) })
    onRemoved()
  }
}
