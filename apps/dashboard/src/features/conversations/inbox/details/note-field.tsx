// The note editor; `@` suggests people to mention.
import { sendsMessage } from '@parlance/chat-ui/sends-message.ts'
import { Combobox, Text, Textarea, useCombobox } from '@mantine/core'
import { MAX_MENTIONS, MAX_NOTE_CHARS } from '@parlance/contract/conversations/inbox-api'
import { isSamePerson } from '@parlance/contract/conversations/lifecycle'
import { mentionBegun, mentionedIn } from '@parlance/contract/conversations/mentions'
import type { Person } from '@parlance/contract/conversations/schemas'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useSelf } from '../use-inbox.ts'

/** People who can read the user's notes: for client users those of their org, otherwise teammates. */
function useMentionable(agentId: string, isAsked: boolean): readonly Person[] {
  const { api, client } = useScope()
  const people = useQuery(api.conversations.assignees.queryOptions({ input: { agentId }, enabled: isAsked }))
  const self = useSelf()
  const kind = client && client.client.ID !== '' ? 'client' : 'user'
  return (people.data?.items ?? []).filter((one) => one.kind === kind && !isSamePerson(one, self))
}

/** The people a note mentions, as input of the call. */
export function useMentions(agentId: string, text: string) {
  const people = useMentionable(agentId, text.includes('@'))
  return mentionedIn(text, people)
    .slice(0, MAX_MENTIONS)
    .map(({ kind, id }) => ({ kind, id }))
}

const OFFERED = 6
const keyOf = ({ kind, id }: Pick<Person, 'kind' | 'id'>) => `${kind}:${id}`

interface Props {
  agentId: string
  text: string
  minRows: number
  label: string
  onChange: (text: string) => void
  onSend: () => void
}

export function NoteField({ agentId, text, minRows, label, onChange, onSend }: Props) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [cursor, setCursor] = useState(text.length)
  const [dismissed, setDismissed] = useState(-1)
  const begun = mentionBegun(text, cursor)
  const people = useMentionable(agentId, begun !== undefined)
  const typed = begun?.typed.toLowerCase() ?? ''
  const offered =
    begun && begun.at !== dismissed
      ? people
          .filter(({ name }) => name.toLowerCase().startsWith(typed) && name.toLowerCase() !== typed)
          .slice(0, OFFERED)
      : []
  const combobox = useCombobox()
  const { selectFirstOption } = combobox
  const names = offered.map(keyOf).join(' ')
  useEffect(() => {
    if (names !== '') selectFirstOption()
  }, [names, selectFirstOption])
  const insert = (key: string) => {
    const person = offered.find((one) => keyOf(one) === key)
    if (!person || !begun) return
    const before = `${text.slice(0, begun.at)}@${person.name} `
    onChange(before + text.slice(cursor))
    setCursor(before.length)
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && offered.length > 0) {
      event.stopPropagation()
      setDismissed(begun?.at ?? -1)
    }
    if (!sendsMessage(event)) return
    const [first] = offered
    // The list itself inserts an option selected by arrow keys.
    if (first && combobox.getSelectedOptionIndex() >= 0) return
    event.preventDefault()
    if (first) insert(keyOf(first))
    else onSend()
  }
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: offered.length > 0 }}
      position="top-start"
      width={280}
      onOptionSubmit={insert}
    >
      <Combobox.Target>
        <Textarea
          ref={field}
          autosize
          minRows={minRows}
          maxRows={8}
          maxLength={MAX_NOTE_CHARS}
          aria-label={label}
          placeholder={label}
          value={text}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
          onChange={({ currentTarget }) => {
            setCursor(currentTarget.selectionStart)
            setDismissed(-1)
            onChange(currentTarget.value)
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('conversations.inbox.mention')}>
          {offered.map((one) => (
            <Combobox.Option key={keyOf(one)} value={keyOf(one)}>
              <Text size="sm" className="truncate">
                <bdi>{one.name}</bdi>
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
