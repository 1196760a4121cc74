import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function Page() {
  return (
    <ComingPage name="events" icon="info">
      Скоро
    </ComingPage>
  )
}
