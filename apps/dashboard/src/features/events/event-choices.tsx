// The available events with meaning and sample payload.
import { Button, Checkbox, Collapse, Group } from '@mantine/core'
import type { EventName } from '@parlance/contract/events/schemas'
import { EVENT_TYPES } from '@parlance/contract/events/names'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBox } from '../../components/inputs/copy-button.tsx'
import { Editing } from '../../components/feedback/read-only.tsx'
import classes from './events.module.css'
import { exampleOf } from './examples.ts'

interface Props {
  value: readonly EventName[]
  onChange: (value: EventName[]) => void
}

export function EventChoices({ value, onChange }: Props) {
  const { t } = useTranslation()
  const set = (type: EventName, chosen: boolean) =>
    onChange(EVENT_TYPES.filter((one) => (one === type ? chosen : value.includes(one))))
  return (
    <div>
      <Editing>
        <Group gap="xs" mb="xs">
          <Button size="compact-sm" variant="default" onClick={() => onChange([...EVENT_TYPES])}>
            {t('events.chosen.all')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onChange([])}>
            {t('events.chosen.none')}
          </Button>
        </Group>
      </Editing>
      <ul className={classes.choices} aria-label={t('events.chosen.title')}>
        {EVENT_TYPES.map((type) => (
          <Choice key={type} type={type} chosen={value.includes(type)} onChange={(chosen) => set(type, chosen)} />
        ))}
      </ul>
    </div>
  )
}

interface ChoiceProps {
  type: EventName
  chosen: boolean
  onChange: (chosen: boolean) => void
}

function Choice({ type, chosen, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <li className={classes.choice}>
      <div className={classes.choiceHead}>
        <Checkbox
          checked={chosen}
          onChange={(event) => onChange(event.currentTarget.checked)}
          label={type}
          description={t(`events.about.${type}`)}
        />
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={shown}
          aria-label={t('events.chosen.exampleOf', { type })}
          onClick={() => setShown(!shown)}
        >
          {t('events.chosen.example')}
        </Button>
      </div>
      <Collapse expanded={shown}>
        {shown && (
          <CodeBox
            value={exampleOf(type)}
            name={t('events.chosen.exampleOf', { type })}
            copyLabel={t('events.chosen.copyExample')}
          />
        )}
      </Collapse>
    </li>
  )
}
