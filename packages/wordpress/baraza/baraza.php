<?php
/**
 * Plugin Name: Baraza
 * Description: Puts the assistant of your Baraza site on every page: it answers visitors in Swahili and English.
 * Version: 0.3.0
 * Requires at least: 5.9
 * Requires PHP: 7.4
 * License: Apache-2.0
 * License URI: https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain: baraza
 */

defined( 'ABSPATH' ) || exit;

const BARAZA_OPTION = 'baraza';
const BARAZA_EMPTY  = array(
	'address'  => '',
	'site'     => '',
	'key'      => '',
	'language' => '',
	'colour'   => '',
	'position' => '',
);
/** The values of a choice, each with the name of its text. Empty leaves it to the visitor's browser or the console. */
const BARAZA_CHOICES = array(
	'language' => array(
		''   => 'browser',
		'sw' => 'sw',
		'en' => 'en',
	),
	'position' => array(
		''      => 'as_console',
		'left'  => 'left',
		'right' => 'right',
	),
);

add_action( 'wp_footer', 'baraza_print_widget' );
add_action( 'admin_menu', 'baraza_add_page' );
add_action( 'admin_init', 'baraza_register_settings' );
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'baraza_add_link' );
register_uninstall_hook( __FILE__, 'baraza_uninstall' );

/** The line of the widget, before the end of every page. Nothing is fetched here. */
function baraza_print_widget() {
	$settings = baraza_settings();
	if ( '' === $settings['address'] || '' === $settings['site'] ) {
		return;
	}
	$attributes = array(
		'src'       => esc_url( $settings['address'] . '/w.js', array( 'http', 'https' ) ),
		'data-site' => $settings['site'],
		'defer'     => true,
	);
	foreach ( array( 'key', 'language', 'colour', 'position' ) as $name ) {
		if ( '' !== $settings[ $name ] ) {
			$attributes[ 'data-' . $name ] = $settings[ $name ];
		}
	}
	// WordPress escapes every attribute.
	wp_print_script_tag( $attributes );
}

function baraza_uninstall() {
	delete_option( BARAZA_OPTION );
}

function baraza_settings() {
	$stored = get_option( BARAZA_OPTION );
	return array_merge( BARAZA_EMPTY, is_array( $stored ) ? $stored : array() );
}

function baraza_add_page() {
	add_options_page( 'Baraza', 'Baraza', 'manage_options', 'baraza', 'baraza_show_page' );
}

function baraza_add_link( $links ) {
	$link = sprintf(
		'<a href="%s">%s</a>',
		esc_url( admin_url( 'options-general.php?page=baraza' ) ),
		esc_html( baraza_text( 'settings' ) )
	);
	return array_merge( array( $link ), $links );
}

/** WordPress checks the nonce of the form and that the person may manage options, then calls `baraza_check`. */
function baraza_register_settings() {
	register_setting(
		'baraza',
		BARAZA_OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => 'baraza_check',
			'default'           => BARAZA_EMPTY,
			'show_in_rest'      => false,
		)
	);
}

/** What is stored: the given settings if they are right, or else the former ones with a sentence for each fault. */
function baraza_check( $given ) {
	// For a new option, WordPress calls this twice, the second time with the result of the first.
	static $checked = null;
	if ( null !== $checked && $given === $checked ) {
		return $checked;
	}
	$given    = array_merge( BARAZA_EMPTY, is_array( $given ) ? array_filter( $given, 'is_string' ) : array() );
	// The form sends a colour in any case, because a browser's field for colours is never empty.
	if ( isset( $given['colour_from'] ) && 'console' === $given['colour_from'] ) {
		$given['colour'] = '';
	}
	$settings = array_intersect_key( array_map( 'trim', baraza_read_line( $given ) ), BARAZA_EMPTY );
	$settings['address'] = preg_replace( '#/+$|/+w\.js$#', '', $settings['address'] );
	// Three digits become six, which a browser's field for colours needs.
	$settings['colour'] = strtolower( preg_replace( '/^#(.)(.)(.)$/D', '#$1$1$2$2$3$3', $settings['colour'] ) );

	$faults = array();
	if ( ! baraza_is_address( $settings['address'] ) ) {
		$faults[] = 'wrong_address';
	}
	if ( ! preg_match( '/^[a-z0-9][a-z0-9-]{0,62}$/D', $settings['site'] ) ) {
		$faults[] = 'wrong_site';
	}
	if ( ! preg_match( '/^(pk_[A-Za-z0-9_-]{1,120})?$/D', $settings['key'] ) ) {
		$faults[] = 'wrong_key';
	}
	if ( ! preg_match( '/^(#[0-9a-f]{6})?$/D', $settings['colour'] ) ) {
		$faults[] = 'wrong_colour';
	}
	foreach ( BARAZA_CHOICES as $name => $texts ) {
		if ( ! array_key_exists( $settings[ $name ], $texts ) ) {
			$settings[ $name ] = '';
		}
	}
	foreach ( $faults as $fault ) {
		add_settings_error( BARAZA_OPTION, $fault, esc_html( baraza_text( $fault ) ) );
	}
	if ( array() !== $faults ) {
		return baraza_settings();
	}
	$checked = $settings;
	$doubt   = baraza_doubt( $settings );
	if ( null !== $doubt ) {
		add_settings_error( BARAZA_OPTION, $doubt, esc_html( baraza_text( $doubt ) ), 'warning' );
	}
	return $settings;
}

/** The whole line of the console may be pasted into the field of the address. */
function baraza_read_line( $given ) {
	$names = array(
		'address'  => 'src',
		'site'     => 'data-site',
		'key'      => 'data-key',
		'language' => 'data-language',
		'colour'   => 'data-colour',
		'position' => 'data-position',
	);
	$line = $given['address'];
	if ( false === stripos( $line, '<script' ) ) {
		return $given;
	}
	$given = array_merge( $given, array_fill_keys( array( 'address', 'site', 'key' ), '' ) );
	foreach ( $names as $field => $name ) {
		if ( preg_match( '/\s' . $name . '=["\']([^"\'<>]*)["\']/i', $line, $found ) ) {
			$given[ $field ] = $found[1];
		}
	}
	return $given;
}

/** A host with https, or http on this machine; without a name, a query or a fragment. */
function baraza_is_address( $address ) {
	if ( ! preg_match( '#^https?://[A-Za-z0-9.:\[\]_-]+(/[A-Za-z0-9._~/-]*)?$#D', $address ) ) {
		return false;
	}
	$parts = wp_parse_url( $address );
	if ( ! is_array( $parts ) || empty( $parts['host'] ) ) {
		return false;
	}
	$is_here = in_array( $parts['host'], array( 'localhost', '127.0.0.1', '[::1]' ), true );
	return 'https' === $parts['scheme'] || $is_here;
}

/** Asks the server once, when the settings are saved. The settings are kept: the server may only be away. */
function baraza_doubt( $settings ) {
	$address = $settings['address'] . '/v1/sites/' . $settings['site'] . '/config';
	if ( '' !== $settings['key'] ) {
		$address = add_query_arg( 'key', rawurlencode( $settings['key'] ), $address );
	}
	// Who may not run own code here may not reach private addresses through this server either.
	$get      = current_user_can( 'install_plugins' ) ? 'wp_remote_get' : 'wp_safe_remote_get';
	$response = $get(
		$address,
		array(
			'timeout'             => 5,
			'redirection'         => 0,
			'limit_response_size' => 65536,
			'headers'             => array( 'Origin' => untrailingslashit( baraza_origin() ) ),
		)
	);
	$sentences = array(
		200 => null,
		401 => 'old_key',
		403 => 'not_allowed',
		404 => 'no_site',
	);
	$status    = is_wp_error( $response ) ? 0 : wp_remote_retrieve_response_code( $response );
	return array_key_exists( $status, $sentences ) ? $sentences[ $status ] : 'no_answer';
}

function baraza_origin() {
	$parts = wp_parse_url( home_url() );
	$port  = empty( $parts['port'] ) ? '' : ':' . $parts['port'];
	return $parts['scheme'] . '://' . $parts['host'] . $port;
}

function baraza_show_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = baraza_settings();
	?>
	<div class="wrap">
		<h1>Baraza</h1>
		<p><?php echo esc_html( baraza_text( 'lead' ) ); ?></p>
		<form method="post" action="options.php">
			<?php settings_fields( 'baraza' ); ?>
			<table class="form-table" role="presentation">
				<?php
				baraza_show_field( 'address', $settings, 'https://assistant.example' );
				baraza_show_field( 'site', $settings, 'duka-la-asha' );
				baraza_show_field( 'key', $settings, 'pk_…' );
				baraza_show_choice( 'language', $settings );
				baraza_show_colour( $settings['colour'] );
				baraza_show_choice( 'position', $settings );
				?>
			</table>
			<p class="description"><?php echo esc_html( baraza_text( 'looks' ) ); ?></p>
			<?php submit_button( baraza_text( 'save' ) ); ?>
		</form>
		<?php if ( '' !== $settings['address'] && '' !== $settings['site'] ) : ?>
			<p><a href="<?php echo esc_url( home_url( '/' ) ); ?>"><?php echo esc_html( baraza_text( 'try' ) ); ?></a></p>
		<?php endif; ?>
	</div>
	<?php
}

function baraza_show_field( $name, $settings, $example ) {
	?>
	<tr>
		<th scope="row"><label for="baraza-<?php echo esc_attr( $name ); ?>"><?php echo esc_html( baraza_text( $name ) ); ?></label></th>
		<td>
			<input type="text" class="regular-text code" autocomplete="off" spellcheck="false"
				id="baraza-<?php echo esc_attr( $name ); ?>"
				name="baraza[<?php echo esc_attr( $name ); ?>]"
				value="<?php echo esc_attr( $settings[ $name ] ); ?>"
				placeholder="<?php echo esc_attr( $example ); ?>"
				aria-describedby="baraza-<?php echo esc_attr( $name ); ?>-help">
			<p class="description" id="baraza-<?php echo esc_attr( $name ); ?>-help">
				<?php echo esc_html( baraza_text( $name . '_help' ) ); ?>
			</p>
		</td>
	</tr>
	<?php
}

function baraza_show_choice( $name, $settings ) {
	?>
	<tr>
		<th scope="row"><label for="baraza-<?php echo esc_attr( $name ); ?>"><?php echo esc_html( baraza_text( $name ) ); ?></label></th>
		<td>
			<select id="baraza-<?php echo esc_attr( $name ); ?>" name="baraza[<?php echo esc_attr( $name ); ?>]">
				<?php foreach ( BARAZA_CHOICES[ $name ] as $value => $text ) : ?>
					<option value="<?php echo esc_attr( $value ); ?>" <?php selected( $settings[ $name ], $value ); ?>>
						<?php echo esc_html( baraza_text( $text ) ); ?>
					</option>
				<?php endforeach; ?>
			</select>
		</td>
	</tr>
	<?php
}

/** Who picks a colour means it: the choice before it is then made, too. */
function baraza_show_colour( $colour ) {
	?>
	<tr>
		<th scope="row"><?php echo esc_html( baraza_text( 'colour' ) ); ?></th>
		<td>
			<fieldset>
				<legend class="screen-reader-text"><?php echo esc_html( baraza_text( 'colour' ) ); ?></legend>
				<label>
					<input type="radio" name="baraza[colour_from]" value="console" <?php checked( $colour, '' ); ?>>
					<?php echo esc_html( baraza_text( 'as_console' ) ); ?>
				</label>
				<br>
				<label>
					<input type="radio" id="baraza-own-colour" name="baraza[colour_from]" value="here" <?php checked( '' !== $colour ); ?>>
					<?php echo esc_html( baraza_text( 'own_colour' ) ); ?>
				</label>
				<input type="color" id="baraza-colour" name="baraza[colour]" style="width: 4em; vertical-align: middle"
					value="<?php echo esc_attr( '' === $colour ? '#0a7d5a' : $colour ); ?>"
					aria-label="<?php echo esc_attr( baraza_text( 'own_colour' ) ); ?>"
					oninput="document.getElementById( 'baraza-own-colour' ).checked = true">
			</fieldset>
		</td>
	</tr>
	<?php
}

/** In the language of the person who is signed in: Swahili, or else English. */
function baraza_text( $name ) {
	$is_swahili = 0 === strpos( get_user_locale(), 'sw' );
	$texts      = $is_swahili ? baraza_swahili() : baraza_english();
	return $texts[ $name ];
}

function baraza_english() {
	return array(
		'settings'      => 'Settings',
		'lead'          => 'The assistant answers the questions of your visitors, from what you have approved in the console of Baraza.',
		'address'       => 'Address of the server',
		'address_help'  => 'You can also paste the whole line that the console calls “Code to paste”; it fills the fields below.',
		'site'          => 'Name of the site',
		'site_help'     => 'The data-site of the line.',
		'key'           => 'Site key',
		'key_help'      => 'The data-key of the line. It is public.',
		'language'      => 'Language at first',
		'browser'       => 'The language of the visitor’s browser',
		'sw'            => 'Kiswahili',
		'en'            => 'English',
		'colour'        => 'Colour',
		'as_console'    => 'As in the console',
		'own_colour'    => 'This colour:',
		'position'      => 'Button position',
		'left'          => 'Left',
		'right'         => 'Right',
		'looks'         => 'Greeting, hours and languages are set in the console. A change there is visible within a minute.',
		'save'          => 'Save changes',
		'try'           => 'Open the website and try it',
		'wrong_address' => 'The address must begin with https://, such as https://assistant.example. Nothing was saved.',
		'wrong_site'    => 'The name of the site has small letters, digits and hyphens, such as duka-la-asha. Nothing was saved.',
		'wrong_key'     => 'The site key begins with pk_; copy it from the console, or leave it empty. Nothing was saved.',
		'wrong_colour'  => 'The colour must be like #0a7d5a. Nothing was saved.',
		'no_answer'     => 'Saved, but no Baraza answers at this address now. Check the address.',
		'no_site'       => 'Saved, but the server has no site of this name. Check the name.',
		'old_key'       => 'Saved, but the server does not accept this key. Copy the present one from the console.',
		'not_allowed'   => 'Saved, but the site does not allow this website. Add its address in the console.',
	);
}

function baraza_swahili() {
	return array(
		'settings'      => 'Mipangilio',
		'lead'          => 'Msaidizi hujibu maswali ya wageni wako, kwa yale uliyoyaidhinisha kwenye konsoli ya Baraza.',
		'address'       => 'Anwani ya seva',
		'address_help'  => 'Unaweza pia kubandika mstari wote ambao konsoli huuita “Mstari wa kuweka”; utajaza sehemu zilizo hapa chini.',
		'site'          => 'Jina la tovuti',
		'site_help'     => 'Ni data-site ya mstari huo.',
		'key'           => 'Ufunguo wa tovuti',
		'key_help'      => 'Ni data-key ya mstari huo. Si siri.',
		'language'      => 'Lugha ya kuanzia',
		'browser'       => 'Lugha ya kivinjari cha mgeni',
		'sw'            => 'Kiswahili',
		'en'            => 'English',
		'colour'        => 'Rangi',
		'as_console'    => 'Kama kwenye konsoli',
		'own_colour'    => 'Rangi hii:',
		'position'      => 'Upande wa kitufe',
		'left'          => 'Kushoto',
		'right'         => 'Kulia',
		'looks'         => 'Salamu, saa na lugha hupangwa kwenye konsoli. Badiliko huonekana ndani ya dakika moja.',
		'save'          => 'Hifadhi mabadiliko',
		'try'           => 'Fungua tovuti uijaribu',
		'wrong_address' => 'Anwani lazima ianze na https://, kwa mfano https://assistant.example. Hakuna kilichohifadhiwa.',
		'wrong_site'    => 'Jina la tovuti lina herufi ndogo, tarakimu na vistari, kwa mfano duka-la-asha. Hakuna kilichohifadhiwa.',
		'wrong_key'     => 'Ufunguo wa tovuti huanza na pk_; unakili kutoka kwenye konsoli, au uache wazi. Hakuna kilichohifadhiwa.',
		'wrong_colour'  => 'Rangi lazima iwe kama #0a7d5a. Hakuna kilichohifadhiwa.',
		'no_answer'     => 'Imehifadhiwa, lakini hakuna Baraza inayojibu kwenye anwani hii sasa. Angalia anwani.',
		'no_site'       => 'Imehifadhiwa, lakini seva haina tovuti yenye jina hili. Angalia jina.',
		'old_key'       => 'Imehifadhiwa, lakini seva haikubali ufunguo huu. Nakili ulio wa sasa kutoka kwenye konsoli.',
		'not_allowed'   => 'Imehifadhiwa, lakini tovuti hii hairuhusiwi. Ongeza anwani yake kwenye konsoli.',
	);
}
