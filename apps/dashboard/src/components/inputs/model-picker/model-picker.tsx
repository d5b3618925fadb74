// Chooses a model by name: from a list with payer and price, or typed.
import { Anchor, Badge, CloseButton, Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import type { OfferedModel } from '@parlance/contract/workspaces/schemas'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../content/locale.ts'
import { chosenText, priceText, usePriceNumbers } from './model-price.ts'
import { groupsOf, payerOf, type ModelList, type Payer } from './model-list.ts'
import classes from './model-picker.module.css'
import { useReadOnly } from '../../feedback/read-only.tsx'

interface Props {
  label: string
  description?: string
  /** The model used when empty. */
  placeholder?: string
  value: string
  onChange: (model: string) => void
  /** Whether a button can clear the field. */
  clearable?: boolean
  error?: ReactNode
  /** Whether payer and price are shown below. */
  priced?: boolean
  models: ModelList
}

/** The surrounding target names the controlled list. */
const ROLE = { role: 'combobox', 'aria-autocomplete': 'list' } as const
const COLORS: Record<Payer, string> = { ownKey: 'green', platform: 'iris', sandbox: 'yellow', nobody: 'red' }

export function ModelPicker(props: Props) {
  const { label, description, placeholder, value, onChange, error, priced = true, models } = props
  const { t } = useTranslation()
  const readOnly = useReadOnly()
  const { combobox, search, setSearch } = useSearch()
  const clear = props.clearable && value && !readOnly ? labelled(t('agents.models.clear'), label) : ''
  const open = () => !readOnly && combobox.openDropdown()
  return (
    <div>
      <Combobox
        store={combobox}
        readOnly={readOnly}
        onOptionSubmit={(model) => {
          onChange(model)
          combobox.closeDropdown()
        }}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            {...ROLE}
            label={label}
            description={description}
            placeholder={placeholder}
            error={error}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={value}
            onClick={open}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={() => combobox.closeDropdown()}
            onChange={({ currentTarget }) => {
              onChange(currentTarget.value)
              setSearch(currentTarget.value)
              open()
              combobox.resetSelectedOption()
            }}
            rightSectionPointerEvents={clear ? 'all' : 'none'}
            rightSection={readOnly ? null : <Edge clear={clear} {...{ onChange }} />}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          {/* It stands at the end of the page, outside of its landmarks. */}
          <section aria-label={labelled(label, t('agents.models.list'))}>
            <List models={models} value={value} search={search ?? ''} />
          </section>
        </Combobox.Dropdown>
      </Combobox>
      {models.state === 'failed' && <Failed models={models} />}
      {priced && value && !error && <Chosen model={value} models={models} />}
    </div>
  )
}

/** Text typed since the list opened; empty at first, so that it shows every model. */
function useSearch() {
  const [search, setSearch] = useState<string>()
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch(undefined)
    },
  })
  return { combobox, search, setSearch }
}

/** The end of the field: a clear button or the list's arrow. */
function Edge({ clear, onChange }: { clear: string; onChange: (model: string) => void }) {
  if (!clear) return <IconSelector size={16} stroke={1.5} aria-hidden />
  return (
    <CloseButton
      size="sm"
      aria-label={clear}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChange('')}
    />
  )
}

interface ListProps {
  models: ModelList
  value: string
  search: string
}

function List({ models, value, search }: ListProps) {
  const { t } = useTranslation()
  const { groups, left } = groupsOf(models.items, search, (provider) => t(`credentials.providers.${provider}`))
  const typed = search.trim()
  const listed = models.items.some(({ id }) => id === typed)
  return (
    <>
      {models.state === 'loading' && (
        <Combobox.Empty>
          <Loader size="xs" aria-hidden /> {t('agents.models.loading')}
        </Combobox.Empty>
      )}
      <Combobox.Options className={classes.options} aria-label={t('agents.models.list')}>
        {groups.map(({ provider, items }) => (
          <Combobox.Group key={provider} label={t(`credentials.providers.${provider}`)}>
            {items.map((model) => (
              <Option key={model.id} model={model} chosen={model.id === value} />
            ))}
          </Combobox.Group>
        ))}
        {typed && !listed && <Typed name={typed} models={models} />}
      </Combobox.Options>
      <FormFooter models={models} left={left} nothing={typed !== '' && groups.length === 0 ? typed : ''} />
    </>
  )
}

function Option({ model, chosen }: { model: OfferedModel; chosen: boolean }) {
  const { t } = useTranslation()
  const numbers = usePriceNumbers()
  return (
    <Combobox.Option value={model.id} active={chosen} aria-selected={chosen}>
      <span className={classes.option}>
        <span className={classes.name}>
          {chosen && <IconCheck size={14} stroke={2} aria-hidden />}
          <span>{model.id}</span>
        </span>
        <span className={classes.price}>{priceText(t, numbers, model.price)}</span>
        <Badge size="sm" color={COLORS[model.paidBy]}>
          {t(`agents.models.${model.paidBy}`)}
        </Badge>
      </span>
    </Combobox.Option>
  )
}

/** An unlisted name: its provider, and whether it can answer. */
function Typed({ name, models }: { name: string; models: ModelList }) {
  const { t } = useTranslation()
  const { provider, paidBy } = payerOf(name, models)
  return (
    <Combobox.Option value={name}>
      <span className={classes.option}>
        <span className={classes.name}>{t('agents.models.useTyped', { model: name })}</span>
        <span className={classes.price}>
          {t('agents.models.of', { provider: t(`credentials.providers.${provider}`) })}
        </span>
        {models.state === 'ready' && (
          <Badge size="sm" color={COLORS[paidBy]}>
            {t(`agents.models.${paidBy}`)}
          </Badge>
        )}
      </span>
    </Combobox.Option>
  )
}

/** The list's unit, and which parts are missing and why. */
function FormFooter({ models, left, nothing }: { models: ModelList; left: number; nothing: string }) {
  const { t, i18n } = useTranslation()
  const names = models.unlisted.map((provider) => t(`credentials.providers.${provider}`))
  const providers = new Intl.ListFormat(i18n.language).format(names)
  const lines = [
    nothing && t('agents.models.none', { search: nothing }),
    left > 0 && t('agents.models.more', { count: left }),
    names.length > 0 && t('agents.models.unlisted', { count: names.length, providers }),
    models.items.length > 0 && t('agents.models.unit'),
    t('agents.models.ownServer'),
  ].filter((line): line is string => Boolean(line))
  return (
    <Combobox.Footer>
      {lines.map((line) => (
        <Text key={line} size="xs" c="dimmed">
          {line}
        </Text>
      ))}
    </Combobox.Footer>
  )
}

/** The list failed to load; the field works without it. */
function Failed({ models }: { models: ModelList }) {
  const { t } = useTranslation()
  return (
    <Text size="xs" mt={4} component="output" display="block">
      {t('agents.models.failed', { reason: models.reason })}{' '}
      <Anchor component="button" type="button" size="xs" onClick={models.onRetry}>
        {t('common.tryAgain')}
      </Anchor>
    </Text>
  )
}

/** Below the field: provider, payer and price. */
function Chosen({ model, models }: { model: string; models: ModelList }) {
  const { t } = useTranslation()
  const numbers = usePriceNumbers()
  if (models.state !== 'ready') return null
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {chosenText(t, numbers, model, models)}
    </Text>
  )
}
