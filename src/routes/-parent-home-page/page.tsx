import { ComingPage } from '#src/routes/-frame/coming-page.tsx'

export default function Page() {
  return (
    <ComingPage name="parent-home-page" icon="info">
      Скоро
    </ComingPage>
  )
}
