import { Badge, Tabs, Text } from '@mantine/core'
import type { TemplateId } from '@parlance/core/agents/agents'
import { TEMPLATE_CATEGORIES, TEMPLATES, type Template } from '@parlance/core/agents/templates'
import {
  IconBuildingEstate,
  IconCalendarPlus,
  IconFile,
  IconHeadset,
  IconMailCheck,
  IconStethoscope,
  IconSword,
  type Icon,
} from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './new-agent.module.css'

const ICONS: Record<string, Icon> = {
  headset: IconHeadset,
  'building-estate': IconBuildingEstate,
  stethoscope: IconStethoscope,
  'mail-check': IconMailCheck,
  'calendar-plus': IconCalendarPlus,
  file: IconFile,
  sword: IconSword,
}
const TABS = ['all', ...TEMPLATE_CATEGORIES] as const
type Tab = (typeof TABS)[number]
const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

interface Props {
  value: TemplateId
  onChange: (id: TemplateId) => void
}

/** Tabs of template cards, one of them selected; arrow keys move the selection as in a group of radio buttons. */
export function TemplatePicker({ value, onChange }: Props) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<Tab>('all')
  const shown = TEMPLATES.filter((template) => tab === 'all' || template.category === tab)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEP[event.key]
    if (!step) return
    event.preventDefault()
    const at = shown.findIndex((template) => template.id === value)
    const next = shown[(at + step + shown.length) % shown.length]
    if (!next) return
    onChange(next.id)
    event.currentTarget.querySelector<HTMLElement>(`[data-template="${next.id}"]`)?.focus()
  }
  return (
    <Tabs value={tab} onChange={(next) => setTab(next as Tab)}>
      <Tabs.List>
        {TABS.map((key) => (
          <Tabs.Tab key={key} value={key}>
            {t(`agents.drawer.tabs.${key}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((key) => (
        <Tabs.Panel key={key} value={key} pt="sm">
          {key === tab && (
            <div className={classes.cards} role="radiogroup" aria-label={t('agents.drawer.choose')} onKeyDown={move}>
              {shown.map((template, index) => (
                <TemplateCard
                  key={template.id}
                  template={template}
                  selected={template.id === value}
                  focusable={template.id === value || (index === 0 && !shown.some((entry) => entry.id === value))}
                  onSelect={() => onChange(template.id)}
                />
              ))}
            </div>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

interface CardProps {
  template: Template
  selected: boolean
  focusable: boolean
  onSelect: () => void
}

function TemplateCard({ template, selected, focusable, onSelect }: CardProps) {
  const { t } = useTranslation()
  const TemplateIcon = ICONS[template.icon] ?? IconFile
  return (
    <button
      type="button"
      role="radio"
      aria-checked={selected}
      tabIndex={focusable ? 0 : -1}
      data-template={template.id}
      className={classes.card}
      onClick={onSelect}
    >
      <span className={classes.icon}>
        <TemplateIcon size={20} stroke={1.5} aria-hidden />
      </span>
      <span className={classes.words}>
        <span className={classes.name}>
          {template.name}
          {selected && <Badge size="sm">{t('agents.drawer.selected')}</Badge>}
        </span>
        <Text span size="sm" c="dimmed" lh={1.4}>
          {template.description}
        </Text>
      </span>
    </button>
  )
}
