// A short intro animation, played on request; dismissal is kept in this browser.
import { ActionIcon, Button, CloseButton, Group, Paper, Progress, Text, ThemeIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import {
  IconBuildingStore,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPhoto,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../agency.module.css'

const SCENES = [
  ['brand', IconPhoto],
  ['address', IconWorld],
  ['clients', IconUsersGroup],
  ['handOver', IconBuildingStore],
] as const
const SCENE_MS = 5000

export function VideoIntro() {
  const { t } = useTranslation()
  const [isHidden, hide] = useLocalStorage({
    key: 'parlance-agency-intro-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [at, go] = useState(0)
  const [isPlaying, play] = useState(false)
  const isLast = at === SCENES.length - 1
  useEffect(() => {
    if (!isPlaying) return
    const next = setTimeout(() => (isLast ? play(false) : go(at + 1)), SCENE_MS)
    return () => clearTimeout(next)
  }, [isPlaying, isLast, at])
  if (isHidden) return null
  const [scene, Picture] = SCENES[at] ?? SCENES[0]
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p="md"
      className={classes.intro}
      aria-label={t('agency.intro.title')}
    >
      <ThemeIcon key={scene} size={72} radius="lg" variant="light" className={classes.scene}>
        <Picture size={40} stroke={1.5} aria-hidden />
      </ThemeIcon>
      <div className={classes.grow} aria-live="polite">
        <Text fw={600}>{t(`agency.intro.${scene}.title`)}</Text>
        <Text size="sm" c="dimmed">
          {t(`agency.intro.${scene}.text`)}
        </Text>
        <Group gap="xs" mt="sm">
          <Button
            size="compact-sm"
            leftSection={
              isPlaying ? <IconPlayerPause size={16} stroke={1.5} /> : <IconPlayerPlay size={16} stroke={1.5} />
            }
            onClick={() => {
              if (!isPlaying && isLast) go(0)
              play(!isPlaying)
            }}
          >
            {t(isPlaying ? 'agency.intro.pause' : 'agency.intro.play')}
          </Button>
          <ActionIcon aria-label={t('agency.intro.next')} onClick={() => go((at + 1) % SCENES.length)}>
            <IconPlayerTrackNext size={16} stroke={1.5} />
          </ActionIcon>
          <Progress
            className={classes.grow}
            size="sm"
            value={((at + 1) / SCENES.length) * 100}
            aria-label={t('agency.intro.progress')}
          />
        </Group>
      </div>
      <CloseButton aria-label={t('agency.intro.dismiss')} onClick={() => hide(true)} />
    </Paper>
  )
}
