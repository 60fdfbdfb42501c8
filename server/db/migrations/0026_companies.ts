/** The companies whose meetings, documents and news these are: what their deadlines follow from. Days are ISO text. */
export const companies = `
CREATE TABLE company (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  number TEXT,
  type TEXT NOT NULL CHECK (type IN ('private', 'public', 'guarantee', 'llp')),
  website TEXT,
  registered_office TEXT,
  incorporated_on TEXT,
  reference_date TEXT,
  last_accounts TEXT,
  last_statement TEXT,
  industry_terms TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE company_officer (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('director', 'secretary', 'member')),
  appointed_on TEXT,
  resigned_on TEXT
);
CREATE INDEX company_officer_company ON company_officer (company_id);

CREATE TABLE company_reference_change (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  company_id INTEGER NOT NULL REFERENCES company (id) ON DELETE CASCADE,
  notice_on TEXT NOT NULL,
  old_end TEXT NOT NULL,
  new_end TEXT NOT NULL,
  permitted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX company_reference_change_company ON company_reference_change (company_id);
`
