import { useState } from 'react'
import { TextLink } from '#src/ui/data/text-link.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { ImpersonationBar } from '#src/ui/layout/impersonation-bar.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { Calendars } from './calendars.tsx'
import { Charts } from './charts.tsx'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Feedback } from './feedback.tsx'
import { Foundations } from './foundations.tsx'
import { WeekComparisonSection } from './week-comparison.tsx'

/** Showcase of the components of src/ui. */
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
          viewedUser="Вы смотрите кабинет как Анна Орлова"
          administrator="Вошёл администратор Пётр Ильин"
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
      <WeekComparisonSection />
      <Foundations />
    </>
  )
}
