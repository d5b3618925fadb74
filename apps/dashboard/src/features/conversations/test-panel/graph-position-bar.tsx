// The conversation's current step and variables.
import { Badge, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMapPin } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { GraphPosition } from '../trace/read-trace.ts'
import classes from './test-panel.module.css'
import { stepsOf, variablesOf, type PanelConfig } from './setup.ts'
import { Chevron } from '../../../components/content/chevron.tsx'

interface Props {
  readonly position: GraphPosition
  readonly nameOf: (nodeId: string) => string
  readonly config: PanelConfig
}

export const MASK = '••••••'

/** Empty for a single-prompt agent without variables. */
export function GraphPositionBar({ position, nameOf, config }: Props) {
  const { t } = useTranslation()
  const [open, { toggle }] = useDisclosure()
  const id = useId()
  const known = Object.entries(position.variables)
  if (stepsOf(config).length === 0 && known.length === 0) return null
  const secret = new Set(variablesOf(config).flatMap((variable) => (variable.isEnv ? [variable.name] : [])))
  return (
    <section className={classes.place} aria-label={t('debug.place.region')}>
      <div className={classes.placeHead}>
        <IconMapPin size={16} stroke={1.5} aria-hidden className={classes.pin} />
        <span className="truncate">
          {position.nodeId === undefined
            ? t('debug.place.nowhere')
            : t('debug.place.at', { name: nameOf(position.nodeId) })}
        </span>
        {position.status !== 'talking' && <Badge size="sm">{t(`debug.place.${position.status}`)}</Badge>}
        <UnstyledButton
          className={classes.knownToggle}
          aria-expanded={open}
          aria-controls={id}
          disabled={known.length === 0}
          onClick={toggle}
        >
          {t('debug.place.known', { count: known.length })}
          {known.length > 0 && <Chevron open={open} />}
        </UnstyledButton>
      </div>
      <dl id={id} className={classes.known} hidden={!open || known.length === 0}>
        {known.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{secret.has(key) ? MASK : String(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
