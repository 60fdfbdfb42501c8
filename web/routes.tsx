import {
  AudioLines,
  Building2,
  CalendarDays,
  ListChecks,
  MessagesSquare,
  Newspaper,
  PenLine,
  Server,
  Settings as SettingsIcon,
  UserRound,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Icon } from './ui/Button.tsx'
import { lazyPart } from './ui/lazyPart.ts'

const Chat = lazyPart(async () => (await import('./screens/Chat/Chat.tsx')).Chat)
const Licences = lazyPart(async () => (await import('./screens/Licences/Licences.tsx')).Licences)
const Actions = lazyPart(async () => (await import('./screens/Actions/Actions.tsx')).Actions)
const Calendar = lazyPart(async () => (await import('./screens/Calendar/Calendar.tsx')).Calendar)
const Meetings = lazyPart(async () => (await import('./screens/Meetings/Meetings.tsx')).Meetings)
const Record = lazyPart(async () => (await import('./screens/Record/Record.tsx')).Record)
const RecordingDetail = lazyPart(
  async () => (await import('./screens/Recording/Recording.tsx')).RecordingDetail,
)
const Settings = lazyPart(async () => (await import('./screens/Settings/Settings.tsx')).Settings)
const TranscriptTest = lazyPart(
  async () => (await import('./screens/TranscriptTest/TranscriptTest.tsx')).TranscriptTest,
)
const WsTest = lazyPart(async () => (await import('./screens/WsTest/WsTest.tsx')).WsTest)
const News = lazyPart(async () => (await import('./screens/News/News.tsx')).News)
const Governance = lazyPart(async () => (await import('./screens/Governance/Governance.tsx')).Governance)
const Profile = lazyPart(async () => (await import('./screens/Profile/Profile.tsx')).Profile)
const Signature = lazyPart(async () => (await import('./screens/Signature/Signature.tsx')).Signature)
const Verify = lazyPart(async () => (await import('./screens/Verify/Verify.tsx')).Verify)
const System = lazyPart(async () => (await import('./screens/System/System.tsx')).System)

type AppRoute = {
  path: string
  screen: ComponentType
  /** A link in the sidebar, which also counts as current at the paths of `at`; `administrators` alone may see it. */
  nav?: { label: string; icon: Icon; at?: string[]; administrators?: true }
}

/**
 * Every screen there is: a new one is a line here, and nothing links to one that is not.
 * The sidebar shows the links in this order; the specification's is chat, calendar, history, actions, news,
 * signature, profile, settings; what is ours comes after them.
 */
export const routes: AppRoute[] = [
  { path: '/', screen: Meetings },
  { path: '/chat', screen: Chat, nav: { label: 'Clara', icon: MessagesSquare } },
  { path: '/calendar', screen: Calendar, nav: { label: 'Calendar', icon: CalendarDays } },
  { path: '/history', screen: Meetings, nav: { label: 'Meetings', icon: AudioLines, at: ['/', '/record'] } },
  { path: '/record', screen: Record },
  { path: '/actions', screen: Actions, nav: { label: 'Actions', icon: ListChecks } },
  { path: '/recordings/:id', screen: RecordingDetail },
  { path: '/news', screen: News, nav: { label: 'News', icon: Newspaper } },
  { path: '/signature', screen: Signature, nav: { label: 'Signatures', icon: PenLine } },
  { path: '/verify', screen: Verify },
  { path: '/profile', screen: Profile, nav: { label: 'Profile', icon: UserRound } },
  { path: '/settings', screen: Settings, nav: { label: 'Settings', icon: SettingsIcon } },
  { path: '/transcript-test', screen: TranscriptTest },
  { path: '/ws-test', screen: WsTest },
  { path: '/licences', screen: Licences },
  { path: '/governance', screen: Governance, nav: { label: 'Governance', icon: Building2 } },
  { path: '/system', screen: System, nav: { label: 'System', icon: Server, administrators: true } },
]

export function hasScreen(path: string): boolean {
  return routes.some((route) => route.path === path)
}
