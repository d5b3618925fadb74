import { Badge, Radio, Tabs, Text } from '@mantine/core'
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
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScrollRow } from '../../../ui/scroll-row.ts'
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
          <Radio.Group
            aria-label={t('agents.drawer.choose')}
            value={value}
            onChange={(id) => onChange(id as TemplateId)}
          >
            <div className={classes.cards}>
              {TEMPLATES.filter((template) => key === 'all' || template.category === key).map((template) => (
                <TemplateCard key={template.id} template={template} selected={template.id === value} />
              ))}
            </div>
          </Radio.Group>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function TemplateCard({ template, selected }: { template: Template; selected: boolean }) {
  const { t } = useTranslation()
  const TemplateIcon = ICONS[template.icon] ?? IconFile
  return (
    <Radio.Card value={template.id} className={classes.card}>
      <span className={classes.head}>
        <span className={classes.icon}>
          <TemplateIcon size={20} stroke={1.5} aria-hidden />
        </span>
        {selected && <Badge size="sm">{t('agents.drawer.selected')}</Badge>}
      </span>
      <span className={classes.name}>{template.name}</span>
      <Text span size="sm" c="dimmed" lh={1.4}>
        {template.description}
      </Text>
    </Radio.Card>
  )
}
