import { Badge, Radio, Tabs, Text } from '@mantine/core'
import type { TemplateId } from '@parlance/contract/agents/schemas'
import type { OwnTemplate } from '@parlance/contract/agents/templates-api'
import { TEMPLATE_CATEGORIES, TEMPLATES } from '@parlance/engine/templates/templates'
import {
  IconBuildingEstate,
  IconCalendarPlus,
  IconFile,
  IconHeadset,
  IconMailCheck,
  IconStethoscope,
  IconSword,
  IconTemplate,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { tabStop } from '../../../components/inputs/roving-focus.ts'
import { useScrollRow } from '../../../components/lists/scroll-row.ts'
import classes from './new-agent.module.css'

const ICONS: Record<string, Icon> = {
  headset: IconHeadset,
  'building-estate': IconBuildingEstate,
  stethoscope: IconStethoscope,
  'mail-check': IconMailCheck,
  'calendar-plus': IconCalendarPlus,
  file: IconFile,
  sword: IconSword,
  template: IconTemplate,
}
const TABS = ['all', ...TEMPLATE_CATEGORIES] as const
type Tab = (typeof TABS)[number] | 'own'
const OWN = 'own:'
/** A built-in template, or a workspace template by id. */
export type Chosen = TemplateId | `own:${string}`
export const ownId = (chosen: Chosen): string | undefined =>
  chosen.startsWith(OWN) ? chosen.slice(OWN.length) : undefined

interface Props {
  value: Chosen
  onChange: (id: Chosen) => void
  /** The workspace's templates; their tab is hidden without any. */
  own: readonly OwnTemplate[]
}

interface Card {
  id: Chosen
  icon: string
  name: string
  description: string
}

/** Tabs of template cards, one of which is selected. */
export function TemplatePicker({ value, onChange, own }: Props) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<Tab>('all')
  const row = useScrollRow<HTMLDivElement>(tab)
  const tabs: readonly Tab[] = own.length > 0 ? [...TABS, 'own'] : TABS
  const cardsOf = (key: Tab): Card[] => {
    if (key === 'own')
      return own.map(({ id, name, description }) => ({ id: `${OWN}${id}`, icon: 'template', name, description }))
    return TEMPLATES.filter((template) => key === 'all' || template.category === key).map(({ id, icon, ...texts }) => ({
      id,
      icon,
      name: translateMessage(texts.name),
      description: translateMessage(texts.description),
    }))
  }
  return (
    <Tabs value={tabs.includes(tab) ? tab : 'all'} onChange={(next) => setTab(next as Tab)} keepMounted={false}>
      <Tabs.List ref={row} className="scroll-row">
        {tabs.map((key) => (
          <Tabs.Tab key={key} value={key}>
            {t(`agents.drawer.tabs.${key}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((key) => (
        <Tabs.Panel key={key} value={key} pt="sm">
          <Cards templates={cardsOf(key)} value={value} onChange={onChange} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** One radio group: Tab reaches the chosen card, arrow keys choose another. */
function Cards({ templates, value, onChange }: Omit<Props, 'own'> & { templates: readonly Card[] }) {
  const { t } = useTranslation()
  const stop = tabStop(
    templates.map(({ id }) => id),
    value,
  )
  return (
    <Radio.Group aria-label={t('agents.drawer.choose')} value={value} onChange={(id) => onChange(id as Chosen)}>
      <div className={classes.cards}>
        {templates.map((template) => (
          <TemplateCard
            key={template.id}
            template={template}
            selected={template.id === value}
            tabIndex={template.id === stop ? 0 : -1}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

interface CardProps {
  template: Card
  selected: boolean
  tabIndex: 0 | -1
}

function TemplateCard({ template, selected, tabIndex }: CardProps) {
  const { t } = useTranslation()
  const TemplateIcon = ICONS[template.icon] ?? IconFile
  return (
    <Radio.Card value={template.id} tabIndex={tabIndex} className={classes.card}>
      <span className={classes.head}>
        <span className={classes.icon}>
          <TemplateIcon size={20} stroke={1.5} aria-hidden />
        </span>
        {selected && <Badge size="sm">{t('agents.drawer.selected')}</Badge>}
      </span>
      <span className={classes.name} dir="auto">
        {template.name}
      </span>
      <Text span size="sm" c="dimmed" lh={1.4} dir="auto">
        {template.description}
      </Text>
    </Radio.Card>
  )
}
