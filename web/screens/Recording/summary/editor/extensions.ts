import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'

/** The side that a column's words stand at; see TableBlock. */
const side = { side: { default: 'left', renderHTML: () => ({}), parseHTML: () => 'left' } }

/** What minutes are made of, and nothing that Markdown could not keep. */
export const extensions = [
  Document,
  Paragraph,
  Text,
  Bold,
  Italic,
  Heading.configure({ levels: [1, 2, 3, 4, 5, 6] }),
  BulletList,
  OrderedList,
  // Lists in lists are read as one list.
  ListItem.extend({ content: 'paragraph' }),
  ListKeymap,
  HardBreak,
  HorizontalRule,
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader.extend({ content: 'paragraph', addAttributes: () => side }),
  TableCell.extend({ content: 'paragraph', addAttributes: () => side }),
  UndoRedo,
]
