export const tokenScopeOidc = `
-- read: GET alone.
ALTER TABLE api_token ADD COLUMN scope TEXT NOT NULL DEFAULT 'write' CHECK (scope IN ('read', 'write'));

-- Issuer and subject of the company's sign-in (OpenID Connect): who somebody is, whatever their address is called.
ALTER TABLE person ADD COLUMN oidc_subject TEXT;
CREATE UNIQUE INDEX person_oidc_subject ON person (oidc_subject) WHERE oidc_subject IS NOT NULL;
`
