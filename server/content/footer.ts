import type { Footer } from '#contract/content.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { Env } from '#server/env.ts'

type Contacts = Pick<Env, 'WEB_BASE_URL' | 'SUPPORT_PHONE' | 'SUPPORT_EMAIL'>

/** The site footer of the school. */
export function buildFooter(language: Locale, { WEB_BASE_URL, SUPPORT_PHONE, SUPPORT_EMAIL }: Contacts): Footer {
  const { groups, legal } = texts[language]
  return {
    groups: groups.map(({ title, links }) => ({
      title,
      links: links.map(([title, path]) => ({ title, url: `${WEB_BASE_URL}${path}` })),
    })),
    phone: SUPPORT_PHONE ?? null,
    email: SUPPORT_EMAIL ?? null,
    socials: [
      { kind: 'telegram', url: 'https://t.me/lichny_kabinet' },
      { kind: 'vk', url: 'https://vk.com/lichny_kabinet' },
      { kind: 'youtube', url: 'https://www.youtube.com/@lichny_kabinet' },
      { kind: 'yandex', url: 'https://dzen.ru/lichny_kabinet' },
    ],
    legal,
  }
}

type Texts = { groups: { title: string; links: (readonly [title: string, path: string])[] }[]; legal: string }

const texts: Record<Locale, Texts> = {
  ru: {
    groups: [
      {
        title: 'Обучение',
        links: [
          ['Школа', '/school'],
          ['Академия', '/academy'],
          ['Колледж', '/college'],
          ['Программа «2035»', '/2035'],
        ],
      },
      {
        title: 'Родителям',
        links: [
          ['Оплата и договоры', '/payment'],
          ['Налоговый вычет', '/tax-deduction'],
          ['Материнский капитал', '/maternity-capital'],
          ['Вопросы и ответы', '/faq'],
        ],
      },
      {
        title: 'О нас',
        links: [
          ['Сведения об образовательной организации', '/sveden'],
          ['Преподаватели', '/teachers'],
          ['Адреса', '/addresses'],
          ['Вакансии', '/jobs'],
        ],
      },
      {
        title: 'Документы',
        links: [
          ['Лицензия', '/license'],
          ['Публичная оферта', '/offer'],
          ['Обработка персональных данных', '/privacy'],
        ],
      },
    ],
    legal: 'Частное образовательное учреждение. Лицензия на образовательную деятельность Л035-01298-77/00181536.',
  },
  en: {
    groups: [
      {
        title: 'Learning',
        links: [
          ['School', '/school'],
          ['Academy', '/academy'],
          ['College', '/college'],
          ['2035 programme', '/2035'],
        ],
      },
      {
        title: 'For parents',
        links: [
          ['Payments and contracts', '/payment'],
          ['Tax deduction', '/tax-deduction'],
          ['Maternity capital', '/maternity-capital'],
          ['Questions and answers', '/faq'],
        ],
      },
      {
        title: 'About us',
        links: [
          ['About the institution', '/sveden'],
          ['Teachers', '/teachers'],
          ['Addresses', '/addresses'],
          ['Jobs', '/jobs'],
        ],
      },
      {
        title: 'Documents',
        links: [
          ['Licence', '/license'],
          ['Public offer', '/offer'],
          ['Personal data', '/privacy'],
        ],
      },
    ],
    legal: 'Private educational institution. Educational licence L035-01298-77/00181536.',
  },
}
