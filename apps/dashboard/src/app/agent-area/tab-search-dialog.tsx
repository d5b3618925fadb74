// The search over an agent's tabs and pages: at most five suggestions; an exact name navigates at once.
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

/** The text, its results, and the debounced search. */
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
    /** Enter's target; shows pending suggestions first, since nobody can have chosen from them. */
    enter: () => (text === searched ? placeOnEnter(found) : exactPlace(look(text))),
  }
}

export default function TabSearchDialog({ entries, onGo, onClose }: Props) {
  const { t } = useTranslation()
  const places = useMemo(() => tabSearchEntriesOf(entries, t), [entries, t])
  const { text, searched, found, type, enter } = useTabSearch(places, onGo)
  const combobox = useCombobox({ opened: true })
  const onKeyDown = (event: KeyboardEvent) => {
    // The combobox keeps Escape from the dialog, although its list never closes.
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return
    event.preventDefault()
    // Renders suggestions before one can be selected.
    const place = flushSync(enter)
    if (place) onGo(place)
    // After this key: the combobox would treat it as choosing the selected option.
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

/** The result count: visible only when empty, always announced. */
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
