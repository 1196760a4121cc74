import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { ImpersonationBar } from '#src/ui/layouts/impersonation-bar.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { Calendars } from './calendars.tsx'
import { Charts } from './charts.tsx'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Feedback } from './feedback.tsx'
import { Foundations } from './foundations.tsx'

/** Everything that src/ui draws, in its states. */
export default function UiPage() {
  const [impersonated, setImpersonated] = useState(false)
  return (
    <>
      <PageHeading
        back={<TextLink href="/">На главную</TextLink>}
        lead="Всё, из чего собраны экраны: на своём месте, в своих состояниях."
        actions={<Button onClick={() => setImpersonated(!impersonated)}>Вход под пользователем</Button>}
      >
        Система дизайна
      </PageHeading>
      {impersonated && (
        <ImpersonationBar
          label="Вход под пользователем"
          viewed="Вы смотрите кабинет как Анна Орлова"
          by="Вошёл администратор Пётр Ильин"
          timeLeft="Осталось 24 мин"
          action="Выйти из-под пользователя"
          busy={false}
          onEnd={() => setImpersonated(false)}
        />
      )}
      <Data />
      <Controls />
      <Feedback />
      <Calendars />
      <Charts />
      <Foundations />
    </>
  )
}
