/** Views of the server, its notifications and connected tools. */

/** A registered tool. */
export interface ToolClient {
  clientId: string;
  name: string;
  redirectUri: string;
}

/** A request for access that waits for an answer. */
export interface ToolRequest {
  requestId: string;
  clientName: string;
  redirectUri: string;
}

export interface NotificationView {
  /** The account that it belongs to, if several are open. */
  accountId?: string;
  id: string;
  /** The service's name, such as `task_status_changed`. */
  type: string;
  title: string;
  /** Details; may be empty. */
  text: string;
  createdAt: string;
  isRead: boolean;
  /** The task that it is about, or null. */
  taskId: string | null;
}

export interface ServerView {
  /** "ok" if healthy; null if unknown. */
  health: string | null;
  /** From its OpenAPI document; null if it has none. */
  description: { title: string; version: string; paths: number } | null;
  status: { hasUsers: boolean; hasAdmin: boolean } | null;
  config: ServerConfig | null;
  /** Whether the person signed in through single sign-on; null if unknown. */
  isSingleSignOn: boolean | null;
  workspaces: WorkspaceView[];
}

interface WorkspaceView {
  id: string;
  name: string;
  /** null if unknown. */
  role: string | null;
  /** Number of open tasks assigned to the person; null if unknown. */
  assigned: number | null;
}

/** The server's features and ways to sign in. */
export interface ServerConfig {
  isCloud: boolean;
  isDemoMode: boolean;
  hasImageUploads: boolean;
  hasSmtp: boolean;
  disableWorkspaceCreation: boolean;
  billingEnabled: boolean;
  disableLoginForm: boolean;
  disableEmailOtpSignIn: boolean;
  hasCodehostSignIn: boolean;
  hasIdentityProviderSignIn: boolean;
  hasChatSignIn: boolean;
  hasCustomOAuth: boolean;
  customOAuthName: string | null;
  customOAuthAutoLogin: boolean;
  hasGuestAccess: boolean;
  disableRegistration: boolean;
  disablePasswordRegistration: boolean;
}
