import { Avatar } from '#src/ui/avatar.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { DefaultFrame } from '#src/ui/layouts/default-frame.tsx'
import { ImpersonationBar } from '#src/ui/layouts/impersonation-bar.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { MenuButton } from '#src/ui/menu-button.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { TextLink } from '#src/ui/text-link.tsx'
import { Calendars } from './calendars.tsx'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Feedback } from './feedback.tsx'
import { Foundations } from './foundations.tsx'
import { footer, menu, words } from './sample.ts'

const userMenu = (
  <MenuButton
    groups={[
      {
        key: 'user',
        entries: [
          { key: 'profile', title: 'Профиль', icon: 'profile', href: '#profile' },
          { key: 'out', title: 'Выйти', icon: 'logout', href: '#out' },
        ],
      },
    ]}
  >
    <Avatar name="Анна Орлова" />
    <span className="max-md:sr-only">Анна Орлова</span>
    <Icon name="arrow-down" size={16} />
  </MenuButton>
)

const roleSwitch = (
  <MenuButton
    variant="outlined"
    groups={[
      {
        key: 'role',
        entries: [
          { key: 'parent', title: 'Родитель', chosen: true },
          { key: 'teacher', title: 'Преподаватель', chosen: false },
        ],
      },
    ]}
  >
    <Icon name="switch" />
    Родитель
    <Icon name="arrow-down" size={16} />
  </MenuButton>
)

/** Everything that src/ui draws, in the frame it lives in. In development only. */
export function UiPage() {
  return (
    <>
      <ImpersonationBar
        label="Вход под пользователем"
        viewed="Вы смотрите кабинет как Анна Орлова"
        by="Вошёл администратор Пётр Ильин"
        timeLeft="Осталось 24 мин"
        action="Выйти из-под пользователя"
        busy={false}
        onEnd={() => undefined}
      />
      <DefaultFrame
        words={words}
        Link="a"
        homeHref="#home"
        menu={menu}
        footer={footer}
        roleSwitch={roleSwitch}
        userMenu={userMenu}
      >
        <PageHeading
          back={<TextLink href="#home">Все договоры</TextLink>}
          lead="Всё, из чего собраны экраны: на своём месте, в своих состояниях."
          actions={<LinkButton href="#controls">К кнопкам</LinkButton>}
        >
          Система дизайна
        </PageHeading>
        <Data />
        <Controls />
        <Feedback />
        <Calendars />
        <Foundations />
      </DefaultFrame>
    </>
  )
}
