import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function Page() {
  return (
    <ComingPage name="profile" icon="info">
      Скоро
    </ComingPage>
  )
}
