/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag of HTML is a field with a list of groups below it */
// The command palette: a field with matching agents, pages, documents and actions below.
import { Text, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { IconBolt, IconFileText, IconLayout, IconRobot, IconSearch, type Icon } from '@tabler/icons-react'
import { useEffect, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useEscape } from '../../components/overlay/use-escape.ts'
import { groupsFor, type Command, type CommandGroup, type Group } from './commands.ts'
import classes from './palette.module.css'
import { FIELD } from './field.ts'
import { useCommands } from './use-commands.ts'

const [store, palette] = createSpotlight()
const LIST = 'palette-list'
/** The server's limit of a search. */
const LONGEST = 200
const ICONS: Record<Group, Icon> = { agents: IconRobot, pages: IconLayout, documents: IconFileText, actions: IconBolt }

interface Props {
  opened: boolean
  /** Text typed before the field existed. */
  early: string
  /** Gets the remaining early text. */
  onTaken: (left: string) => void
  onClose: () => void
}

export default function Palette({ opened, early, onTaken, onClose }: Props) {
  const { t } = useTranslation()
  const { query, selected } = useSpotlight(store)
  useEscape(palette.close, opened)
  const { commands, searching } = useCommands(query, opened)
  const groups = groupsFor(commands, query)
  const shown = groups.flatMap(({ items }) => items)
  const current = shown[selected]
  useEffect(() => {
    if (opened) palette.open()
  }, [opened])
  useEffect(() => {
    if (early === '') return
    store.updateState((state) => ({ ...state, query: (state.query + early).slice(0, LONGEST) }))
    onTaken('')
  }, [early, onTaken])
  const ids = shown.map(({ id }) => id).join('|')
  // Enter opens the first entry, even if results change.
  useLayoutEffect(() => {
    if (opened) store.updateState((state) => ({ ...state, selected: ids === '' ? -1 : 0 }))
  }, [ids, opened])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      maxHeight="min(420px, 60dvh)"
      scrollable
      centered={false}
      yOffset="min(12dvh, 96px)"
      onSpotlightClose={onClose}
      closeOnEscape={false}
      title={t('shell.palette.title')}
      classNames={{ header: 'visually-hidden', content: classes.window }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 120 }}
    >
      <Spotlight.Search
        id={FIELD}
        maxLength={LONGEST}
        role="combobox"
        aria-expanded={shown.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(current)}
        aria-label={t('shell.palette.title')}
        placeholder={t('shell.palette.placeholder')}
        leftSection={<IconSearch size={18} stroke={1.5} />}
        autoComplete="off"
        spellCheck={false}
      />
      <Spotlight.ActionsList id={LIST} role="listbox" aria-label={t('shell.palette.title')}>
        {groups.map((group) => (
          <Options key={group.key} group={group} current={current} />
        ))}
      </Spotlight.ActionsList>
      <Said typed={query.trim()} count={shown.length} searching={searching} />
    </Spotlight.Root>
  )
}

const optionId = ({ id }: Command) => `palette-${id.replaceAll(/[^\w-]/g, '-')}`

function Options({ group, current }: { group: CommandGroup; current: Command | undefined }) {
  const { t } = useTranslation()
  const OptionIcon = ICONS[group.key]
  const name = t(`shell.palette.groups.${group.key}`)
  return (
    <div role="group" aria-label={name} className={classes.names}>
      <Text className={classes.group} size="xs" c="dimmed" aria-hidden>
        {name}
      </Text>
      {group.items.map((command) => (
        // The field keeps the focus and names the option by aria-activedescendant.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={command.id}
          id={optionId(command)}
          role="option"
          aria-selected={command === current}
          data-action
          data-selected={command === current || undefined}
          className={classes.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            palette.close()
            void command.run()
          }}
        >
          <OptionIcon size={18} stroke={1.5} aria-hidden />
          <span className="truncate">{command.label}</span>
          {command.about && (
            <Text span size="sm" c="dimmed" className={`${classes.about} truncate`}>
              {command.about}
            </Text>
          )}
        </div>
      ))}
    </div>
  )
}

/** The result count: visible only when empty, always announced. */
function Said({ typed, count, searching }: { typed: string; count: number; searching: boolean }) {
  const { t } = useTranslation()
  const nothing = count === 0 && !searching
  return (
    <div className={classes.foot}>
      <output>
        {nothing ? (
          <Text span size="sm" c="dimmed">
            {t('shell.palette.none', { search: typed })}
          </Text>
        ) : (
          typed && <VisuallyHidden>{t('shell.palette.found', { count })}</VisuallyHidden>
        )}
      </output>
      <Text span size="xs" c="dimmed" className={classes.keys} aria-hidden>
        {t('shell.palette.keys')}
      </Text>
    </div>
  )
}
