import { Badge, Radio, Tabs, Text } from '@mantine/core'
import type { TemplateId } from '@parlance/contract/agents/schemas'
import { TEMPLATE_CATEGORIES, TEMPLATES, type Template } from '@parlance/engine/templates/templates'
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
}
const TABS = ['all', ...TEMPLATE_CATEGORIES] as const
type Tab = (typeof TABS)[number]
interface Props {
  value: TemplateId
  onChange: (id: TemplateId) => void
}

/** Tabs of template cards, exactly one of which is selected. */
export function TemplatePicker({ value, onChange }: Props) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<Tab>('all')
  const row = useScrollRow<HTMLDivElement>(tab)
  return (
    <Tabs value={tab} onChange={(next) => setTab(next as Tab)} keepMounted={false}>
      <Tabs.List ref={row} className="scroll-row">
        {TABS.map((key) => (
          <Tabs.Tab key={key} value={key}>
            {t(`agents.drawer.tabs.${key}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((key) => (
        <Tabs.Panel key={key} value={key} pt="sm">
          <Cards
            templates={TEMPLATES.filter((template) => key === 'all' || template.category === key)}
            value={value}
            onChange={onChange}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** One radio group: Tab reaches the chosen card, the arrow keys choose another. */
function Cards({ templates, value, onChange }: Props & { templates: readonly Template[] }) {
  const { t } = useTranslation()
  const stop = tabStop(
    templates.map(({ id }) => id),
    value,
  )
  return (
    <Radio.Group aria-label={t('agents.drawer.choose')} value={value} onChange={(id) => onChange(id as TemplateId)}>
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
  template: Template
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
      <span className={classes.name}>{translateMessage(template.name)}</span>
      <Text span size="sm" c="dimmed" lh={1.4} dir="auto">
        {translateMessage(template.description)}
      </Text>
    </Radio.Card>
  )
}
