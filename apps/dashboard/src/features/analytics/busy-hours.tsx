// When conversations start: a heat map of weekdays and hours.
import { Box, Paper, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './analytics.module.css'
import { hourName, number, weekdayName } from './names.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export function BusyHours({ hours, timeZone }: { hours: readonly (readonly number[])[]; timeZone: string }) {
  const { t } = useTranslation()
  const most = Math.max(0, ...hours.flat())
  const title = t('outcomes.hours')
  return (
    <Paper withBorder radius="lg" className={classes.card} component="section" aria-label={title}>
      <Title order={3} size="h3" mb={4}>
        {title}
      </Title>
      <Text c="dimmed" size="sm" mb="sm">
        {most === 0 ? t('analytics.none') : t('outcomes.hoursText', { timeZone })}
      </Text>
      {most > 0 && (
        <Box className={classes.scroll} tabIndex={0}>
          <table className={classes.heat}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{t('analytics.day')}</span>
                </th>
                {HOURS.map((hour) => (
                  <th key={hour} scope="col">
                    <span className="visually-hidden">{hourName(hour)}</span>
                    <span aria-hidden>{hour % 6 === 0 ? hourName(hour) : ''}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.map((ofDay, weekday) => (
                <tr key={weekday}>
                  <th scope="row">{weekdayName(weekday)}</th>
                  {ofDay.map((count, hour) => (
                    <td key={hour} title={`${weekdayName(weekday)} ${hourName(hour)}: ${number(count)}`}>
                      <span className={classes.cell} aria-hidden>
                        <span style={{ opacity: count / most }} />
                      </span>
                      <span className="visually-hidden">{number(count)}</span>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </Paper>
  )
}
