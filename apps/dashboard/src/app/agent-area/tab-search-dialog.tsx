// The search over the parts of an agent: five suggestions at most, and it goes by itself where a name is typed exactly.
import { Badge, Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { TabEntry } from '@parlance/contract/agents/tabs'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { exactPlace, findPlaces, placeOnEnter, SEARCH_PAUSE_MS, type Found, type Match } from './tab-search.ts'
import { tabSearchEntriesOf, type TabSearchEntry } from './tab-search-entries.ts'
import classes from './tab-search.module.css'
import { Dialog } from '../../components/overlay/dialog.tsx'

interface Props {
  entries: readonly TabEntry[]
  onGo: (place: TabSearchEntry) => void
  onClose: () => void
}

const COLOURS: Record<Match, string> = { strong: 'green', good: 'iris', possible: 'gray' }

/** What is typed, what was found for it, and when the search runs: once, a moment after the last key. */
function useTabSearch(places: readonly TabSearchEntry[], onGo: (place: TabSearchEntry) => void) {
  const [text, setText] = useState('')
  const [searched, setSearched] = useState('')
  const [found, setFound] = useState<Found<TabSearchEntry>[]>([])
  const look = (typed: string): Found<TabSearchEntry>[] => {
    const next = findPlaces(places, typed)
    setSearched(typed)
    setFound(next)
    return next
  }
  const search = useDebouncedCallback((typed: string) => {
    const exact = exactPlace(look(typed))
    if (exact) onGo(exact)
  }, SEARCH_PAUSE_MS)
  return {
    text,
    searched: searched.trim(),
    found,
    type: (typed: string) => {
      setText(typed)
      search(typed)
    },
    /** Where Enter leads; shows suggestions that were still to come, which nobody can have chosen from. */
    enter: () => (text === searched ? placeOnEnter(found) : exactPlace(look(text))),
  }
}

export default function TabSearchDialog({ entries, onGo, onClose }: Props) {
  const { t } = useTranslation()
  const places = useMemo(() => tabSearchEntriesOf(entries, t), [entries, t])
  const { text, searched, found, type, enter } = useTabSearch(places, onGo)
  const combobox = useCombobox({ opened: true })
  const onKeyDown = (event: KeyboardEvent) => {
    // The combobox keeps Escape from the dialog, though its list is never closed.
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return
    event.preventDefault()
    // Suggestions are on the screen before the first of them is selected.
    const place = flushSync(enter)
    if (place) onGo(place)
    // Once this key is over: the combobox would take it for the choice of what is selected by then.
    else setTimeout(() => combobox.selectFirstOption())
  }
  return (
    <Dialog onClose={onClose} title={t('tabSearch.title')} centered={false}>
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => {
          const chosen = found.find((entry) => entry.place.id === id)
          if (chosen) onGo(chosen.place)
        }}
      >
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            aria-label={t('area.search.open')}
            placeholder={t('area.search.open')}
            leftSection={<IconSearch size={16} stroke={1.5} />}
            value={text}
            onKeyDown={onKeyDown}
            onChange={({ currentTarget: { value } }) => {
              combobox.resetSelectedOption()
              type(value)
            }}
          />
        </Combobox.EventsTarget>
        <Combobox.Options mt="sm" aria-label={t('tabSearch.title')}>
          {found.map((entry) => (
            <Suggestion key={entry.place.id} {...entry} />
          ))}
        </Combobox.Options>
      </Combobox>
      <Said searched={searched} count={found.length} />
    </Dialog>
  )
}

function Suggestion({ place, match }: Found<TabSearchEntry>) {
  const { t } = useTranslation()
  return (
    <Combobox.Option value={place.id} className={classes.option}>
      <span className={classes.name}>
        {place.label}
        {place.part && (
          <Text span size="sm" c="dimmed">
            {t('tabSearch.in', { part: place.part })}
          </Text>
        )}
      </span>
      <Badge color={COLOURS[match]}>{t(`tabSearch.${match}`)}</Badge>
    </Combobox.Option>
  )
}

/** What there is to choose from, for eyes when there is nothing, for ears always. */
function Said({ searched, count }: { searched: string; count: number }) {
  const { t } = useTranslation()
  if (!searched) {
    return (
      <Text size="sm" c="dimmed">
        {t('tabSearch.hint')}
      </Text>
    )
  }
  return (
    <output>
      {count === 0 ? (
        <Text span size="sm" c="dimmed">
          {t('common.nothingFound', { search: searched })}
        </Text>
      ) : (
        <span className="visually-hidden">{t('tabSearch.count', { count })}</span>
      )}
    </output>
  )
}
